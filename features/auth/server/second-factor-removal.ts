import { recordEvent } from '#features/audit/server/sql.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { Outbox } from '#tenancy/server/outbox.ts'
import { secondFactorTakenAwayMail } from './second-factor-mail-text.ts'
import { findWhose, takeSecondFactorAway } from './second-factor-sql.ts'

/** Removes a second factor that somebody has lost: they sign in again with the password alone. Returns whether there was one. */
export async function takeLostSecondFactorAway(
  outbox: Outbox,
  staff: Staff,
  subjectId: string,
  requestId: string,
): Promise<boolean> {
  const ended = await takeSecondFactorAway(staff, subjectId)
  if (!ended) return false
  const { userId, sessionId } = staff
  await recordEvent(staff, { kind: 'second_factor_removed', requestId, userId, sessionId, subjectId })
  for (const id of ended)
    await recordEvent(staff, { kind: 'session_ended', requestId, userId: subjectId, sessionId: id })
  const whose = await findWhose(staff, subjectId)
  await outbox.put(staff, { address: whose.email, language: whose.language }, secondFactorTakenAwayMail(whose))
  return true
}
