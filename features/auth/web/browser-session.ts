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
    // Copies of the laboratory's data are deleted with the user's session.
    if (token === null) forgetStored('copy/')
  },
  mark: () => readStored(markKey),
  setMark: mark => {
    store(markKey, mark)
    // Unsent data survives an ended session, for the user to send after signing in again.
    if (mark === 'left') forgetStored('unsent/')
  },
}

/**
 * Tabs take turns, so that the second finds what the first has fetched. A tab frozen while holding the lock does not block the
 * others for ever: the server accepts two renewals at once.
 */
async function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work()
  let hasTurn = false
  const asked = performance.now()
  try {
    return await navigator.locks.request('arcade-session', { signal: AbortSignal.timeout(longestWait) }, async () => {
      hasTurn = true
      // localStorage reaches other tabs separately from the lock, sometimes a moment later.
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
  // A driver works from the run sheet on the road. Other staff see patients' data, and only need it for a moment.
  worksAlone: user => user.kind === 'staff' && user.role === 'driver' && readStored(`copy/${user.id}`) !== null,
  isWriting: () => unsavedForms.size + pressed.size > 0,
  now: serverNow,
  noteBefore: instant => noteServerTime(instant - 60_000),
  elapsed: () => performance.now(),
  wait: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
})

/** Called once, before the first request: gives requests their token, and keeps this tab in step with the others. */
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
  // On the sign-in page too: a session whose token has merely expired needs no sign-in.
  void session.ensure()
}
