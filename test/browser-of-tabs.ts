import { createSession, type SessionParts } from '#features/auth/web/session.ts'

let serial = 0
/** A token that expires `seconds` after the start of the test's clock. */
export function token(seconds: number, claims: object = {}) {
  serial += 1
  const payload = { id: 'u1', exp: seconds, serial, ...claims }
  return `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`
}

/** A browser: tabs that share a shelf, a lock and the network, and a clock that moves only when somebody waits. */
export function browser() {
  let time = 0
  const shelf = { token: null as string | null, mark: null as string | null }
  const tabs: { session: ReturnType<typeof createSession>; alive: boolean }[] = []
  const network = {
    calls: [] as number[],
    answer: async (): Promise<string> => token(time / 1000 + 600),
    invalidations: [] as (string | null)[],
    heard: async (): Promise<void> => undefined,
  }
  let turn: Promise<unknown> = Promise.resolve()

  function open(changed: Partial<SessionParts> = {}) {
    const own = tabs.length
    const others = () => tabs.filter((tab, index) => index !== own && tab.alive)
    const session = createSession({
      shelf: {
        token: () => shelf.token,
        setToken(next) {
          if (shelf.token === next) return
          shelf.token = next
          for (const tab of others()) queueMicrotask(() => tab.session.otherTabStored(next))
        },
        mark: () => shelf.mark,
        setMark(next) {
          if (shelf.mark === next) return
          shelf.mark = next
          for (const tab of others()) queueMicrotask(() => tab.session.hearMark(next))
        },
      },
      refresh: () => {
        network.calls.push(time)
        return network.answer()
      },
      invalidate: async left => {
        network.invalidations.push(left)
        await network.heard()
      },
      exclusively: work => {
        const mine = turn.then(work)
        turn = mine.catch(() => undefined)
        return mine
      },
      worksAlone: () => false,
      isWriting: () => false,
      now: () => time,
      noteBefore: () => undefined,
      elapsed: () => time,
      wait: async milliseconds => {
        time += milliseconds
      },
      ...changed,
    })
    const tab = { session, alive: true }
    tabs[own] = tab
    const close = () => {
      tab.alive = false
    }
    return Object.assign(session, { close })
  }
  const sleep = (seconds: number) => {
    time += seconds * 1000
  }
  return { shelf, network, open, at: () => time, sleep }
}
