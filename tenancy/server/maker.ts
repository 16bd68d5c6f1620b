import type { Maker } from '#kit/server/idempotency.ts'
import type { RequestContext } from '#kit/server/request-context.ts'
import type { SignedIn } from './actor.ts'
import { shareOf } from './actor.ts'
import { findAnswer, insertAnswer, type KeyOwner, tryLockKey } from './idempotency-sql.ts'

/** Idempotency keys and answers within one laboratory. */
export const keysOf = (owner: KeyOwner): Pick<Maker, 'tryLock' | 'find' | 'insert'> => ({
  tryLock: place => tryLockKey(owner, place),
  find: place => findAnswer(owner, place),
  insert: (place, answer) => insertAnswer(owner, place, answer),
})

/** Keys, limits and turns are per user. Staff have no limit on changes: they work through whatever waits. */
export const makerOf = (user: SignedIn, { services }: RequestContext): Maker => ({
  share: shareOf(user),
  count: async what => {
    if (what !== 'changes' || user.kind === 'practice') await services.countMade(user, what)
  },
  ...keysOf(user),
})
