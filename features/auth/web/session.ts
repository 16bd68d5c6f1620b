import { Problem } from '#kit/problem.ts'
import { decodeToken, type SignedInUser } from './token.ts'

/** Why nobody is signed in: the user left, the server said so, or the server could not be reached in time. */
export type SessionEnd = 'left' | 'ended' | 'unreachable'

/** Where the browser keeps what must outlive the page; shared by all tabs. */
export type Shelf = {
  token: () => string | null
  setToken: (token: string | null) => void
  /** `left`: the user has left and the server may not know yet, so nobody renews silently. Other tabs hear of it. */
  mark: () => string | null
  setMark: (mark: 'left' | 'ended' | null) => void
}

export type SessionParts = {
  shelf: Shelf
  /** Asks for a new token; rejects with a Problem. */
  refresh: (signal: AbortSignal) => Promise<string>
  /** Tells the server that the user has left. `token` may already be gone from the shelf. */
  invalidate: (token: string | null) => Promise<void>
  /** One tab at a time, as long as the other answers in a bounded time. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** What a screen has kept on the device is of use to this user without a network. */
  worksAlone: (user: SignedInUser) => boolean
  /** Something is written or was pressed on this page that would go with it. */
  isWriting: () => boolean
  /** The server's clock, in milliseconds. */
  now: () => number
  /** The server's clock has not reached this instant: a token that was issued just now proves it. */
  noteBefore: (instant: number) => void
  /** A clock that only runs forward, in milliseconds. */
  elapsed: () => number
  wait: (milliseconds: number) => Promise<void>
}

/** When the tries of one renewal start, and when the last of them is given up. */
const tries = [0, 2_500, 6_000]
const giveUpAfter = 10_000
const longestTry = 4_000
/** As long as a session lasts that nobody uses: then it is over on the server too. */
const longestAlone = 12 * 3_600_000

export function createSession(parts: SessionParts) {
  const { shelf } = parts
  /** This tab's own copy: another tab that fails and clears the shelf does not sign this one out. */
  let held: string | null = null
  let user: SignedInUser | null = null
  let end: SessionEnd | null = null
  /** Whose page it is: also of who was writing as the session ended, and may go on once they have signed in again. */
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
    // Who leaves has been asked already.
    owner = user ? (owner ?? user) : because === 'left' || !parts.isWriting() ? null : owner
    for (const listener of listeners) listener()
  }

  /**
   * The shelf first: another tab may have renewed or signed in. Even what cannot be read there says that somebody was here,
   * whose cookie may still be good.
   */
  function shelved() {
    if (isLeaving()) return null
    const token = shelf.token()
    return decodeToken(token) ? token : (held ?? token)
  }

  /** What may be shown to the server. */
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

  /** Over for good, in every tab: the mark is what the other tabs hear. */
  function finish() {
    shelf.setMark('ended')
    shelf.setToken(null)
    shelf.setMark(null)
    become(null, 'ended')
    return new Problem('signed_out', 401)
  }

  /** Nobody answered, and whoever is here can go on without an answer: the next call asks again. */
  function mayGoOn(error: unknown): boolean {
    const exp = decodeToken(shelved())?.exp
    return (
      error instanceof Problem &&
      // An answer that cannot be read is one, too.
      (error.code === 'offline' || error.code === 'timeout') &&
      user !== null &&
      exp !== undefined &&
      exp * 1000 + longestAlone > parts.now() &&
      parts.worksAlone(user)
    )
  }

  /** Three tries within ten seconds; only a 401 is an answer before they are over. */
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

  /** While this tab was waiting, another may have renewed, or the user may have left. */
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

  /** A token other than the refused one. However many ask at once, in however many tabs, one call goes out. */
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
    // Nothing of a page is sent in the name of whoever has come to it.
    if (user && owner && user.id !== owner.id) throw new Problem('signed_out', 401)
    return isValid(token) ? token : renew(token)
  }

  /** What is asked for meanwhile goes once whoever is awaited is back. */
  const whenBack = (work: Promise<string>) =>
    work.catch(async (error: unknown) => {
      const awaited = owner
      if (user || !awaited) throw error
      while (!user && owner) await parts.wait(200)
      // In a tab that slept meanwhile they may have left, and another have come.
      if (owner?.id !== awaited.id) throw error
      return valid()
    })

  /** Once the server knows, the mark goes; until then it stays, also over a reload. */
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
    /** Whose screen it is. */
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

    /** Who is here, after a renewal where the token is too old, or is awaited; null when nobody is. */
    async ensure(): Promise<SignedInUser | null> {
      try {
        await valid()
        return user
      } catch (error) {
        if (error instanceof Problem) return !user ? owner : mayGoOn(error) ? user : null
        throw error
      }
    },

    /** The server knows something new about the user (the language): a token that says so. */
    async update(): Promise<void> {
      const token = stored()
      if (token) await (isValid(token) ? renewOnce(token) : renew(token))
    },

    /** Whether a valid token is at hand, without asking anybody. */
    isSignedIn: () => {
      const token = stored()
      return token !== null && isValid(token)
    },

    /** After a successful sign-in. An earlier departure that the server has not heard of is over: the cookie is new. */
    begin(token: string) {
      shelf.setMark(null)
      keep(token)
    },

    /** The user leaves: at once on this side, whatever the server answers. Rejects when it has not heard. */
    leave(): Promise<void> {
      const token = stored()
      shelf.setMark('left')
      const told = tellServer(token)
      shelf.setToken(null)
      become(null, 'left')
      return told
    },

    /** A departure that the server has not heard of yet, perhaps from before a reload: told again. */
    async settle(): Promise<void> {
      if (isLeaving()) await tellServer(null)
    },

    /** Another tab has set the mark: the session is over for all of them. Or whoever is awaited has given up. */
    hearMark(mark: string | null) {
      if (mark === 'left' || mark === 'ended') become(null, mark)
    },
    /** Back from the browser's memory of pages, where nothing is heard of the other tabs. */
    async recheck(): Promise<void> {
      const token = shelf.token()
      if (isLeaving()) become(null, 'left')
      else if (decodeToken(token)) become(token, null)
      else if (held) await renew(held)
    },

    /** Another tab has changed the token on the shelf. */
    otherTabStored(token: string | null) {
      if (decodeToken(token)) {
        // A token too old to use is another tab's way of staying: no reason to come back from the sign-in page.
        if (held || isValid(token)) become(token, null)
      } else if (held && !isLeaving()) {
        // Removed without a mark: that tab could not reach the server. This one stays, also over its own reload.
        shelf.setToken(held)
      }
    },
  }
}
