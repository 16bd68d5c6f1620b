import { createHash, randomBytes } from 'node:crypto'
import type { PasswordLinkPurpose } from '#db/schema.ts'
import type { Writer } from '#tenancy/server/outbox-sql.ts'
import { insertLink } from './link-sql.ts'

/** As long as the database lets one live. */
const lifeMinutes: Readonly<Record<PasswordLinkPurpose, number>> = { invitation: 7 * 24 * 60, reset: 30 }

/** What is kept of a link. So many random bits need neither salt nor a slow hash. */
export const tokenHashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export type Link = {
  /** Below the laboratory's host. The token stands in the fragment, which no browser sends and no server writes down. */
  path: `/login#${PasswordLinkPurpose}=${string}`
  expiresAt: string
}

/** Good once, and only for what it was made for. Nobody can make it again: what is lost is made anew. */
export async function makeLink(writer: Writer, userId: string, purpose: PasswordLinkPurpose): Promise<Link> {
  const token = randomBytes(32).toString('base64url')
  const { expiresAt } = await insertLink(writer, {
    userId,
    purpose,
    tokenHash: tokenHashOf(token),
    minutes: lifeMinutes[purpose],
  })
  return { path: `/login#${purpose}=${token}`, expiresAt }
}
