import type { Language } from '#kit/language.ts'
import type { Outbox } from '#tenancy/server/outbox.ts'
import type { Writer } from '#tenancy/server/outbox-sql.ts'
import { type Link, makeLink } from './link.ts'
import { deleteLinksOf } from './link-sql.ts'
import { type Greeted, invitationMail, placeOf } from './mail-text.ts'

export type Invited = Greeted & { id: string; login: string; email: string; language: Language }

/**
 * Invites somebody who exists without a password (`users.password_hash` null) to choose one, in the transaction of whoever
 * asks: staff, a colleague of the same practice, the laboratory itself. Earlier invitations end, so inviting again is the
 * same call. It opens nothing once there is a password, or while the user is disabled. Whose deed it is the caller records.
 *
 *     await invite(api.services.outbox, staff, { id, login, email, firstName, lastName, language })
 */
export async function invite(outbox: Outbox, writer: Writer, user: Invited): Promise<Link> {
  const link = await makeInvitation(writer, user.id)
  await outbox.put(writer, { address: user.email, language: user.language }, invitationMail(user, link))
  return link
}

/** For an administrator who hands it over: no mail server, or a mail that never came. */
export async function copyInvitation(writer: Writer, { id, login }: Invited) {
  const link = await makeInvitation(writer, id)
  return { path: placeOf(link, login), expiresAt: link.expiresAt }
}

/**
 * The link alone, for who hands it over otherwise: a command prints `https://<host>` and its path. `writer` is a transaction
 * within the laboratory, as `openLaboratoryOf(database, brandId, 'write', …)` gives one to who has no request.
 */
export async function makeInvitation(writer: Writer, userId: string): Promise<Link> {
  await deleteLinksOf(writer, userId, 'invitation')
  return makeLink(writer, userId, 'invitation')
}
