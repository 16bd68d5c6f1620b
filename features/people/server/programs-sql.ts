import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Staff } from '#tenancy/server/actor.ts'

/** A program has no password and no mail address: its key is the only way in. */
export const insertProgram = async ({ tx, brandId, language }: Staff, name: string): Promise<string> =>
  (
    await tx
      .insertInto('users')
      .values({
        brand_id: brandId,
        kind: 'program',
        login: `program/${randomUUID()}`,
        email: '',
        first_name: '',
        last_name: name,
        language,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Serialises changes: the second sees what the first has done. */
export const lockProgram = ({ tx, brandId }: Staff, id: string) =>
  tx
    .selectFrom('users')
    .select(['id', sql<boolean>`disabled_at is not null`.as('isRemoved')])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('kind', '=', 'program')
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Counts active programs, and locks so that none is added before the transaction ends. */
export async function lockAndCountPrograms({ tx, brandId }: Staff): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`programs/${brandId}`}, 0))`.execute(tx)
  const { counted } = await tx
    .selectFrom('users')
    .select(eb => eb.fn.countAll<number>().as('counted'))
    .where('brand_id', '=', brandId)
    .where('kind', '=', 'program')
    .where('disabled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(counted)
}

/** A removed program has no access any more; its actions and the cases it knows stay under its name. */
export const setProgramRemoved = ({ tx, brandId }: Staff, id: string, isRemoved: boolean) =>
  tx
    .updateTable('users')
    .set({ disabled_at: isRemoved ? sql<string>`now()` : null })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('kind', '=', 'program')
    .execute()
