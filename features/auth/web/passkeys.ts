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

/** Renews the challenge before it expires, so that users may take a minute over it. */
const renewAfter = 4 * 60_000

/** The user cancelled or has no passkey: browsers do not tell which. */
export const isLeft = (error: unknown) =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** The device has a passkey of this user already. */
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
  // A pending sign-out that the server has not heard of must not end the new session.
  await session.settle().catch(() => undefined)
  const body = { id, clientDataJSON, authenticatorData, signature, userHandle }
  const { data } = await call(passkeyCalls.signIn, { body })
  session.begin(data.token)
}

/** Opens the browser's passkey dialog. */
export const signInWithPasskey = async (signal: AbortSignal) => signInWith(await askServer(signal), signal, false)

/** Offers passkeys by autofill for as long as the page is open. Unasked, so it rejects only when a chosen passkey fails. */
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

/** Fetches the options for a new passkey; with the password, unless the user has just signed in. */
export const prepareMaking = async (body: { password?: string }): Promise<Making> =>
  (await call(passkeyCalls.prepare, { body })).data

/** Makes a passkey for the signed-in user. */
export async function makePasskey(optionsJSON: Making): Promise<void> {
  const { id, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports = [] } = response
  await call(passkeyCalls.add, { body: { id, clientDataJSON, attestationObject, transports } })
}
