import type { Maker } from '#kit/server/idempotency.ts'
import type { RequestContext } from '#kit/server/request-context.ts'
import type { SignedIn } from './actor.ts'
import { shareOf } from './actor.ts'
import { findAnswer, insertAnswer, tryLockKey } from './idempotency-sql.ts'

/** Keys, limits and turns are a user's own. */
export const makerOf = (user: SignedIn, { services }: RequestContext): Maker => ({
  share: shareOf(user),
  count: what => services.countMade(user, what),
  tryLock: place => tryLockKey(user, place),
  find: place => findAnswer(user, place),
  insert: (place, answer) => insertAnswer(user, place, answer),
})
