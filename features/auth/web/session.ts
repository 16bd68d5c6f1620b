import { Problem } from '#kit/problem.ts'
import { decodeToken, type SignedInUser } from './token.ts'

/** Why nobody is signed in: the user signed out, the server ended the session, or the server was unreachable for too long. */
export type SessionEnd = 'left' | 'ended' | 'unreachable'

/** Browser storage that outlives the page and is shared by all tabs. */
export type Shelf = {
  token: () => string | null
  setToken: (token: string | null) => void
  /** `left`: the user has signed out and the server may not know yet, so no tab renews silently. Other tabs hear of it. */
  mark: () => string | null
  setMark: (mark: 'left' | 'ended' | null) => void
}

export type SessionParts = {
  shelf: Shelf
  /** Requests a new token; rejects with a Problem. */
  refresh: (signal: AbortSignal) => Promise<string>
  /** Tells the server about the sign-out. `token` may already be gone from the shelf. */
  invalidate: (token: string | null) => Promise<void>
  /** Runs in one tab at a time, as long as each finishes in bounded time. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether data kept on the device lets this user work without a network. */
  worksAlone: (user: SignedInUser) => boolean
  /** Whether this page has unsaved or unsent work. */
  isWriting: () => boolean
  /** The server's clock, in milliseconds. */
  now: () => number
  /** The server's clock is before this instant, as proved by a token issued just now. */
  noteBefore: (instant: number) => void
  /** A monotonic clock, in milliseconds. */
  elapsed: () => number
  wait: (milliseconds: number) => Promise<void>
}

/** When the tries of one renewal start, and when the last is abandoned, in milliseconds. */
const tries = [0, 2_500, 6_000]
const giveUpAfter = 10_000
const longestTry = 4_000
/** The idle limit of a session, after which it is over on the server too. */
const longestAlone = 12 * 3_600_000

export function createSession(parts: SessionParts) {
  const { shelf } = parts
  /** This tab's own copy: when another tab fails and clears the shelf, this one stays signed in. */
  let held: string | null = null
  let user: SignedInUser | null = null
  let end: SessionEnd | null = null
  /** The page's user: kept while they have to sign in again because the session ended while they were writing. */
  let owner: SignedInUser | null = null
  let renewing: Promise<string> | undefined
  let leaving: Promise<void> | undefined
  const listeners = new Set<() => void>()

  const isLeaving = () => shelf.mark() === 'left'

  function become(token: string | null, because: SessionEnd | null) {
    if (token === held && because === end) return
    held = token
    user = decodeToken(token)
    end = because
    // A user who signs out has already been asked about unsaved work.
    owner = user ? (owner ?? user) : because === 'left' || !parts.isWriting() ? null : owner
    for (const listener of listeners) listener()
  }

  /**
   * The shelf comes first, since another tab may have renewed or signed in. Even an unreadable token there means that somebody
   * was signed in, whose cookie may still be valid.
   */
  function shelved() {
    if (isLeaving()) return null
    const token = shelf.token()
    return decodeToken(token) ? token : (held ?? token)
  }

  /** The token to send to the server. */
  function stored() {
    const token = shelved()
    return decodeToken(token) ? token : null
  }

  function isValid(token: string | null) {
    const claims = decodeToken(token)
    return claims !== null && claims.exp * 1000 > parts.now()
  }

  function keep(token: string) {
    const claims = decodeToken(token)
    if (!claims) throw new Problem('unexpected', 0)
    if (!isValid(token)) parts.noteBefore(claims.exp * 1000)
    shelf.setToken(token)
    become(token, null)
    return token
  }

  /** Ends the session in every tab, which hear it by the mark. */
  function finish() {
    shelf.setMark('ended')
    shelf.setToken(null)
    shelf.setMark(null)
    become(null, 'ended')
    return new Problem('signed_out', 401)
  }

  /** The server was unreachable and the user can work offline: the next call tries again. */
  function mayGoOn(error: unknown): boolean {
    const exp = decodeToken(shelved())?.exp
    return (
      error instanceof Problem &&
      // Other codes mean that something did answer.
      (error.code === 'offline' || error.code === 'timeout') &&
      user !== null &&
      exp !== undefined &&
      exp * 1000 + longestAlone > parts.now() &&
      parts.worksAlone(user)
    )
  }

  /** Three tries within ten seconds; only a 401 ends them early. */
  async function tryToRefresh(refused: string): Promise<string> {
    const start = parts.elapsed()
    for (let attempt = 0; ; attempt++) {
      const due = start + (tries[attempt] ?? 0) - parts.elapsed()
      if (due > 0) await parts.wait(due)
      const before = superseding(refused)
      if (before) return before
      const timeLeft = Math.min(longestTry, start + giveUpAfter - parts.elapsed())
      try {
        const renewed = await parts.refresh(AbortSignal.timeout(Math.max(timeLeft, 1)))
        return superseding(refused) ?? keep(renewed)
      } catch (error) {
        const isAnswer = error instanceof Problem && error.status === 401
        if (isAnswer) {
          const after = superseding(refused)
          if (after) return after
          throw finish()
        }
        if (attempt + 1 >= tries.length || mayGoOn(error))
          throw error instanceof Problem ? error : new Problem('timeout', 0)
      }
    }
  }

  /** Meanwhile another tab may have renewed, or the user may have signed out. */
  function superseding(refused: string) {
    const current = shelved()
    if (!current) throw new Problem('signed_out', 401)
    return current !== refused && isValid(current) ? keep(current) : undefined
  }

  function renewOnce(refused: string): Promise<string> {
    renewing ??= parts
      .exclusively(() => tryToRefresh(refused))
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }

  /** Returns a token other than the refused one. Simultaneous calls, in all tabs, send one request. */
  async function renew(refused: string): Promise<string> {
    const current = superseding(refused)
    if (current) return current
    try {
      return await renewOnce(refused)
    } catch (error) {
      if (shelved() && !(error instanceof Problem && error.status === 401) && !mayGoOn(error)) {
        shelf.setToken(null)
        become(null, 'unreachable')
      }
      throw error
    }
  }

  async function valid(): Promise<string> {
    const token = shelved()
    if (!token) throw new Problem('signed_out', 401)
    if (token !== held && decodeToken(token)) become(token, null)
    // This page's requests must not be sent in the name of another user.
    if (user && owner && user.id !== owner.id) throw new Problem('signed_out', 401)
    return isValid(token) ? token : renew(token)
  }

  /** Requests made while the page waits for its user's sign-in continue after it. */
  const whenBack = (work: Promise<string>) =>
    work.catch(async (error: unknown) => {
      const awaited = owner
      if (user || !awaited) throw error
      while (!user && owner) await parts.wait(200)
      // While this tab slept they may have signed out, and another user signed in.
      if (owner?.id !== awaited.id) throw error
      return valid()
    })

  /** Removes the mark once the server knows; until then it survives reloads. */
  function tellServer(token: string | null): Promise<void> {
    leaving ??= parts
      .invalidate(token)
      .then(() => {
        if (isLeaving()) shelf.setMark(null)
      })
      .finally(() => {
        leaving = undefined
      })
    return leaving
  }

  if (isLeaving()) shelf.setToken(null)
  else if (stored()) become(stored(), null)

  return {
    user: () => user,
    /** The page's user. */
    shown: () => user ?? owner,
    end: () => end,
    stored,
    valid: () => whenBack(valid()),
    renew: (refused: string) => whenBack(renew(refused)),

    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },

    /** The current user, after renewing an expired token, or the one awaited; null if there is none. */
    async ensure(): Promise<SignedInUser | null> {
      try {
        await valid()
        return user
      } catch (error) {
        if (error instanceof Problem) return !user ? owner : mayGoOn(error) ? user : null
        throw error
      }
    },

    /** Fetches a token with the user's changed data (the language). */
    async update(): Promise<void> {
      const token = stored()
      if (token) await (isValid(token) ? renewOnce(token) : renew(token))
    },

    /** Whether there is a valid token, without a request. */
    isSignedIn: () => {
      const token = stored()
      return token !== null && isValid(token)
    },

    /** After a successful sign-in. A pending sign-out is obsolete, because the cookie is new. */
    begin(token: string) {
      shelf.setMark(null)
      keep(token)
    },

    /** Signs out: here at once, whatever the server answers. Rejects if the server could not be told. */
    leave(): Promise<void> {
      const token = stored()
      shelf.setMark('left')
      const told = tellServer(token)
      shelf.setToken(null)
      become(null, 'left')
      return told
    },

    /** Repeats a pending sign-out, perhaps from before a reload. */
    async settle(): Promise<void> {
      if (isLeaving()) await tellServer(null)
    },

    /** Another tab has ended the session for all tabs, or the awaited user has given up. */
    hearMark(mark: string | null) {
      if (mark === 'left' || mark === 'ended') become(null, mark)
    },
    /** After a restore from the back/forward cache, during which other tabs are not heard. */
    async recheck(): Promise<void> {
      const token = shelf.token()
      if (isLeaving()) become(null, 'left')
      else if (decodeToken(token)) become(token, null)
      else if (held) await renew(held)
    },

    /** Another tab has changed the token on the shelf. */
    otherTabStored(token: string | null) {
      if (decodeToken(token)) {
        // An expired token is kept by tabs that go on offline: no reason to leave the sign-in page.
        if (held || isValid(token)) become(token, null)
      } else if (held && !isLeaving()) {
        // Removed without a mark: that tab could not reach the server. This one stays signed in, also over its own reload.
        shelf.setToken(held)
      }
    },
  }
}
