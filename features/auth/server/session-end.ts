import type { SessionEnd } from '#db/schema.ts'
import { absoluteLimitSeconds, graceSeconds, idleLimitSeconds } from './refresh-token.ts'

/** Why a session is over for whoever shows the token of this generation; nothing where it goes on. */
export function whyEnded(
  session: {
    refresh_generation: number
    idle_seconds: number
    age_seconds: number
    rotated_seconds_ago: number | null
  },
  generation: number,
): SessionEnd | undefined {
  if (session.age_seconds > absoluteLimitSeconds) return 'expired'
  if (session.idle_seconds > idleLimitSeconds) return 'idle'
  const isCurrent = generation === session.refresh_generation
  const isJustReplaced =
    generation === session.refresh_generation - 1 &&
    (session.rotated_seconds_ago ?? Number.POSITIVE_INFINITY) <= graceSeconds
  // Someone shows a token that was used up long ago: either it was stolen then, or the newer one is. Nobody keeps any.
  return isCurrent || isJustReplaced ? undefined : 'reuse'
}
