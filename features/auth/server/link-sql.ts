import { sql } from 'kysely'
import type { PasswordLinkPurpose } from '#db/schema.ts'
import type { Writer } from '#tenancy/server/outbox-sql.ts'

export const insertLink = (
  { tx, brandId }: Writer,
  link: { userId: string; purpose: PasswordLinkPurpose; tokenHash: Buffer; minutes: number },
) =>
  tx
    .insertInto('password_links')
    .values({
      brand_id: brandId,
      user_id: link.userId,
      purpose: link.purpose,
      token_hash: link.tokenHash,
      expires_at: sql<string>`now() + make_interval(mins => ${link.minutes})`,
    })
    .returning('expires_at as expiresAt')
    .executeTakeFirstOrThrow()

export const deleteLinksOf = ({ tx, brandId }: Writer, userId: string, purpose: PasswordLinkPurpose) =>
  tx
    .deleteFrom('password_links')
    .where('brand_id', '=', brandId)
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()

/** For any purpose. */
export const deleteEveryLinkOf = ({ tx, brandId }: Writer, userId: string) =>
  tx.deleteFrom('password_links').where('brand_id', '=', brandId).where('user_id', '=', userId).execute()
