import { call, setUpCalls } from '#kit/web/call.ts'
import { noteServerTime, serverNow } from '#kit/web/clock.ts'
import { forgetStored, readStored, store } from '#kit/web/device-store.ts'
import { pressed, unsavedForms } from '#kit/web/unsaved-forms.ts'
import { authCalls } from '../contract.ts'
import { createSession, type Shelf } from './session.ts'

const tokenKey = 'access_token'
const markKey = 'signed_out'
const longestWait = 12_000

const shelf: Shelf = {
  token: () => readStored(tokenKey),
  setToken: token => {
    store(tokenKey, token)
    // What screens keep of the laboratory's goes with whoever was here.
    if (token === null) forgetStored('copy/')
  },
  mark: () => readStored(markKey),
  setMark: mark => {
    store(markKey, mark)
    // Whoever is only thrown out comes back to send it.
    if (mark === 'left') forgetStored('unsent/')
  },
}

/**
 * The tabs take turns, so that the second one finds what the first has fetched. A tab that is frozen while it holds the
 * lock does not hold up the others for ever: the server bears two renewals at once.
 */
async function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work()
  let hasTurn = false
  const asked = performance.now()
  try {
    return await navigator.locks.request('arcade-session', { signal: AbortSignal.timeout(longestWait) }, async () => {
      hasTurn = true
      // What the tab before has stored comes here by another way than its turn, now and then a moment later.
      if (performance.now() - asked > 20) await new Promise(resolve => setTimeout(resolve, 50))
      return work()
    })
  } catch (error) {
    if (hasTurn) throw error
    return work()
  }
}

export const session = createSession({
  shelf,
  exclusively,
  refresh: async signal => (await call(authCalls.refresh, { session: 'none', signal })).data.token,
  invalidate: async token => {
    await call(authCalls.logout, { session: { token }, keepalive: true })
  },
  // A driver has a run sheet, which is read on the way. Others, who see patients, look at one for a moment.
  worksAlone: user => user.kind === 'staff' && user.role === 'driver' && readStored(`copy/${user.id}`) !== null,
  isWriting: () => unsavedForms.size + pressed.size > 0,
  now: serverNow,
  noteBefore: instant => noteServerTime(instant - 60_000),
  elapsed: () => performance.now(),
  wait: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
})

/** Once, before the first call: gives the calls their token, and keeps this tab in step with the others. */
export function startSession() {
  setUpCalls({ authorization: session })
  addEventListener('storage', event => {
    if (event.storageArea !== localStorage) return
    if (event.key === markKey) session.hearMark(event.newValue)
    if (event.key === tokenKey || event.key === null) session.otherTabStored(event.newValue)
  })
  addEventListener('pageshow', event => {
    if (event.persisted) session.recheck().catch(() => undefined)
  })
  const settle = () => session.settle().catch(() => undefined)
  addEventListener('online', settle)
  void settle()
  // On the sign-in page too: whoever still has a session, though its token is too old, need not type anything.
  void session.ensure()
}
