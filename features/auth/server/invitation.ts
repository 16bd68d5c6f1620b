import type { Language } from '#kit/language.ts'
import type { Outbox } from '#tenancy/server/outbox.ts'
import type { Writer } from '#tenancy/server/outbox-sql.ts'
import { type Link, makeLink } from './link.ts'
import { deleteLinksOf } from './link-sql.ts'
import { type Greeted, invitationMail, placeOf } from './mail-text.ts'

export type Invited = Greeted & { id: string; login: string; email: string; language: Language }

/**
 * Invites a user without a password (`users.password_hash` null) to choose one, in the caller's transaction: staff, a colleague
 * of the same practice, or the laboratory itself. Earlier invitations become invalid, so inviting again is the same call. The
 * link does not work once there is a password, or while the user is disabled. The caller writes the audit.
 *
 *     await invite(api.services.outbox, staff, { id, login, email, firstName, lastName, language })
 */
export async function invite(outbox: Outbox, writer: Writer, user: Invited): Promise<Link> {
  const link = await makeInvitation(writer, user.id)
  await outbox.put(writer, { address: user.email, language: user.language }, invitationMail(user, link))
  return link
}

/** For an administrator who hands over the link: without a mail server, or when the mail did not arrive. */
export async function copyInvitation(writer: Writer, { id, login }: Invited) {
  const link = await makeInvitation(writer, id)
  return { path: placeOf(link, login), expiresAt: link.expiresAt }
}

/**
 * Makes only the link, for other ways of delivery: a command prints `https://<host>` and its path. `writer` is a transaction
 * within the laboratory, such as `openLaboratoryOf(database, brandId, 'write', …)` opens without a request.
 */
export async function makeInvitation(writer: Writer, userId: string): Promise<Link> {
  await deleteLinksOf(writer, userId, 'invitation')
  return makeLink(writer, userId, 'invitation')
}
