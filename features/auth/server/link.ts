import { createHash, randomBytes } from 'node:crypto'
import type { PasswordLinkPurpose } from '#db/schema.ts'
import type { Writer } from '#tenancy/server/outbox-sql.ts'
import { insertLink } from './link-sql.ts'

/** The same lifetimes as the database enforces. */
const lifeMinutes: Readonly<Record<PasswordLinkPurpose, number>> = { invitation: 7 * 24 * 60, reset: 30 }

/** The stored hash of a link. So many random bits need neither salt nor a slow hash. */
export const tokenHashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export type Link = {
  /** Path on the laboratory's host. The token is in the fragment, which browsers do not send and servers do not log. */
  path: `/login#${PasswordLinkPurpose}=${string}`
  expiresAt: string
}

/** Usable once, and only for its purpose. Only its hash is stored, so a lost link has to be made anew. */
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
