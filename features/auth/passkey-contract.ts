import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'
import { PasskeyName, PasswordAgain } from './passkey-input.ts'

/** Bytes as browsers write them: base64url without padding. Undecodable text fails verification later. */
const Bytes = (mostBytes: number) =>
  v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(Math.ceil((mostBytes * 4) / 3), 'too_long'))

const CredentialId = Bytes(1023)
const ClientData = Bytes(4096)

/** A key's signed assertion: part of `AuthenticationResponseJSON`. */
const Assertion = v.strictObject({
  id: CredentialId,
  clientDataJSON: ClientData,
  authenticatorData: Bytes(1024),
  signature: Bytes(2048),
  userHandle: Bytes(64),
})
export type Assertion = v.InferOutput<typeof Assertion>

/** A new key's data: part of `RegistrationResponseJSON`. */
const Registration = v.strictObject({
  id: CredentialId,
  clientDataJSON: ClientData,
  attestationObject: Bytes(16_384),
  transports: v.pipe(v.array(v.pipe(v.string(), v.maxLength(20, 'too_long'))), v.maxLength(10, 'too_long')),
})
export type Registration = v.InferOutput<typeof Registration>

const required = v.literal('required')
const publicKey = v.literal('public-key')

/** Part of `PublicKeyCredentialRequestOptionsJSON`; names no key, so it is the same for every user. */
const RequestOptions = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: required,
})

/** Part of `PublicKeyCredentialCreationOptionsJSON`. */
const CreationOptions = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: publicKey })),
  excludeCredentials: v.array(v.object({ id: v.string(), type: publicKey, transports: v.array(v.string()) })),
  authenticatorSelection: v.object({
    residentKey: required,
    requireResidentKey: v.literal(true),
    userVerification: required,
  }),
  attestation: v.literal('none'),
  timeout: v.number(),
})

const Passkey = v.object({
  id: Id,
  /** Given by its user; empty until then. */
  name: v.string(),
  /** The device it was made on: "Chrome · Windows". */
  device: v.string(),
  /** The only host of the laboratory at which it works. */
  host: v.string(),
  /** Whether a password manager syncs it beyond the device. */
  isBackedUp: v.boolean(),
  createdAt: Instant,
  usedAt: v.nullable(Instant),
})

export const passkeyCalls = {
  challenge: endpoint({
    method: 'POST',
    path: '/api/passkeys/challenge',
    needs: 'nothing',
    summary: 'What a passkey is to sign to sign in here, within five minutes and once',
    reply: data(RequestOptions),
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/passkeys/sign-in',
    needs: 'nothing',
    summary: 'Sign in with what a passkey has signed; the refresh token comes as an HttpOnly cookie',
    body: Assertion,
    reply: data(v.object({ token: v.string() })),
    cookie: true,
    refusals: { passkey_refused: 401 },
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/account/passkeys',
    needs: 'session',
    summary: 'The passkeys of this user',
    reply: data(v.array(Passkey)),
  }),
  prepare: endpoint({
    method: 'POST',
    path: '/api/account/passkeys/challenge',
    needs: 'session',
    summary: 'What makes a new passkey, for whoever has just signed in or gives the password again',
    body: PasswordAgain,
    reply: data(CreationOptions),
    refusals: { password_needed: 422, password_wrong: 422, passkeys_full: 409 },
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/account/passkeys',
    needs: 'session',
    summary: 'Add a passkey that was made for this session within five minutes',
    status: 201,
    creates: true,
    body: Registration,
    reply: data(v.object({ id: Id })),
    refusals: { passkey_unusable: 422, passkeys_full: 409 },
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/account/passkeys/:id',
    needs: 'session',
    summary: 'Call a passkey something else',
    status: 204,
    body: PasskeyName,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/account/passkeys/:id',
    needs: 'session',
    summary: 'Remove a passkey: it signs in no more',
    status: 204,
  }),
}
