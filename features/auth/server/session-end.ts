import type { SessionEnd } from '#db/schema.ts'
import { absoluteLimitSeconds, graceSeconds, idleLimitSeconds } from './refresh-token.ts'

/** Why the session is over for a client with a token of this generation; undefined while it goes on. */
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
  // A long-replaced token means that either it or its successor was stolen, so the whole session ends.
  return isCurrent || isJustReplaced ? undefined : 'reuse'
}
