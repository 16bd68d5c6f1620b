import { sql } from 'kysely'
import { setBrand } from '#features/brand/server/settings-sql.ts'
import type { Staff } from '#tenancy/server/actor.ts'

/** The settings, with a version that changes with any of their values. */
export const findMailSettings = ({ tx, brandId, userId }: Staff, { isLocked = false } = {}) =>
  tx
    .selectFrom('brands')
    .innerJoin('users', 'users.brand_id', 'brands.id')
    .select([
      'brands.company_name as laboratory',
      'users.email',
      'mail_from as mailFrom',
      sql<string>`coalesce(mail_name, '')`.as('name'),
      sql<string>`coalesce(mail_reply_to, '')`.as('replyTo'),
      sql<string>`md5(concat_ws('/', coalesce(mail_name, ''), coalesce(mail_reply_to, '')))`.as('version'),
    ])
    .where('brands.id', '=', brandId)
    .where('users.id', '=', userId)
    .$if(isLocked, settings => settings.forNoKeyUpdate('brands'))
    .executeTakeFirstOrThrow()

export const setMailSettings = (staff: Staff, { name, replyTo }: { name: string; replyTo: string }) =>
  setBrand(staff, { mail_name: name || null, mail_reply_to: replyTo || null })
