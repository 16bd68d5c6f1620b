import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { Reply } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { passkeyCalls } from '../passkey-contract.ts'
import { session } from './browser-session.ts'

/** Before the challenge is too old for somebody who takes a minute over it. */
const renewAfter = 4 * 60_000

/** Whoever was asked has gone away from it, or had none to show. Browsers tell no page which. */
export const isLeft = (error: unknown) =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** The device has one of this user already. */
export const isThere = (error: unknown) =>
  error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'

const askServer = async (signal: AbortSignal) => (await call(passkeyCalls.challenge, { session: 'none', signal })).data

type Challenge = Reply<typeof passkeyCalls.challenge>['data']

async function signInWith(optionsJSON: Challenge, signal: AbortSignal, useBrowserAutofill: boolean): Promise<void> {
  signal.throwIfAborted()
  const stop = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', stop)
  const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill }).finally(() =>
    signal.removeEventListener('abort', stop),
  )
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  // A departure that the server has not heard of must not end the session that begins now.
  await session.settle().catch(() => undefined)
  const body = { id, clientDataJSON, authenticatorData, signature, userHandle }
  const { data } = await call(passkeyCalls.signIn, { body })
  session.begin(data.token)
}

/** Has the browser ask for one. */
export const signInWithPasskey = async (signal: AbortSignal) => signInWith(await askServer(signal), signal, false)

/**
 * Has the browser offer those it has among what it fills in, as long as the page stands. Nobody has asked for it: rejects only
 * where one was chosen and is of no use.
 */
export async function offerPasskeys(signal: AbortSignal): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return
  let isRenewing = true
  while (isRenewing && !signal.aborted) {
    isRenewing = false
    const options = await askServer(signal).catch(() => undefined)
    if (!options) return
    const renewal = setTimeout(() => {
      isRenewing = true
      WebAuthnAbortService.cancelCeremony()
    }, renewAfter)
    await signInWith(options, signal, true)
      .catch(error => {
        if (error instanceof Problem) throw error
      })
      .finally(() => clearTimeout(renewal))
  }
}

type Making = Reply<typeof passkeyCalls.prepare>['data']

/** What a new one is made from; the password for whoever has not just signed in. */
export const prepareMaking = async (body: { password?: string }): Promise<Making> =>
  (await call(passkeyCalls.prepare, { body })).data

/** Has the browser make one for whoever is signed in. */
export async function makePasskey(optionsJSON: Making): Promise<void> {
  const { id, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports = [] } = response
  await call(passkeyCalls.add, { body: { id, clientDataJSON, attestationObject, transports } })
}
