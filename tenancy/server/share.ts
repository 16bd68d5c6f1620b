import type { Share } from '#kit/server/turns.ts'
import type { SignedIn } from './actor.ts'

/** Laboratories take turns, within them their practices and their own people. */
export const shareOf = (actor: SignedIn): Share => ({
  tenant: actor.brandId,
  group: actor.kind === 'practice' ? actor.practiceId : actor.kind,
  user: actor.userId,
})
