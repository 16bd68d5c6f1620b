import type { Reply } from '#kit/contract.ts'
import { hostOf } from '#kit/server/request-context.ts'
import type { Assertion, passkeyCalls, Registration } from '../passkey-contract.ts'
import { type ChallengeFor, challengeSeconds, type PasskeyChallenges } from './passkey-challenges.ts'

/** Thirty megabytes of memory, so it is loaded only when passkeys are used. */
const webauthn = () => import('@simplewebauthn/server')
const webauthnHelpers = () => import('@simplewebauthn/server/helpers')

/** EdDSA, ES256, RS256: every authenticator supports one of them. */
const algorithms = [-8, -7, -257]

/** Attestations without certificates: none was requested, and verifying a certificate would mean following its URLs. */
const plainStatements = ['none', 'packed']

/** Opaque bytes for the user id; the key returns them, which identifies its user. */
export const userHandleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

const timeout = challengeSeconds * 1000

/** Lists no keys, so that it reveals no users. */
export const requestOptions = (challenge: string, host: string): Reply<typeof passkeyCalls.challenge>['data'] => ({
  challenge,
  rpId: host,
  timeout,
  userVerification: 'required',
})

type Making = {
  host: string
  user: { id: string; login: string; firstName: string; lastName: string; companyName: string }
  /** Existing passkeys, so that a device does not make a second one. */
  passkeys: readonly { credentialId: Buffer; transports: string[] }[]
}

export const creationOptions = (
  challenge: string,
  { host, user, passkeys }: Making,
): Reply<typeof passkeyCalls.prepare>['data'] => ({
  challenge,
  rp: { id: host, name: user.companyName },
  user: { id: userHandleOf(user.id), name: user.login, displayName: `${user.firstName} ${user.lastName}` },
  pubKeyCredParams: algorithms.map(alg => ({ alg, type: 'public-key' })),
  excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    type: 'public-key',
    transports,
  })),
  // Discoverable credentials, so that nobody types a login.
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
  timeout,
})

/** Where and for what it was requested. */
type Asked = { headers: Headers; use: ChallengeFor; challenges: PasskeyChallenges }

/**
 * The origins of this host's pages. TLS ends at a proxy that we do not see, but browsers support passkeys only over TLS, or on
 * localhost without it.
 */
function originsOf(headers: Headers): string[] {
  const host = headers.get('host')?.toLowerCase() ?? ''
  return [`https://${host}`, ...(/(^|\.)localhost$/.test(hostOf(host)) ? [`http://${host}`] : [])]
}

const expected = ({ headers, use, challenges }: Asked, noteChallenge: (challenge: string) => void) => ({
  expectedOrigin: originsOf(headers),
  expectedRPID: use.host,
  requireUserVerification: true,
  expectedChallenge: (challenge: string) => {
    noteChallenge(challenge)
    return challenges.isGood(challenge, use)
  },
})

type KnownPasskey = { credential_id: Buffer; public_key: Buffer; counter: number }

/** Verifies the signature of a known key; undefined if it does not answer the challenge. */
export async function verifiedAssertion(shown: Assertion, known: KnownPasskey, asked: Asked) {
  const { verifyAuthenticationResponse } = await webauthn()
  const { id, clientDataJSON, authenticatorData, signature, userHandle } = shown
  let answered = ''
  const proven = await verifyAuthenticationResponse({
    ...expected(asked, challenge => {
      answered = challenge
    }),
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature, userHandle },
      clientExtensionResults: {},
    },
    credential: { id, publicKey: new Uint8Array(known.public_key), counter: known.counter },
  }).catch(unproven)
  if (!proven?.verified) return undefined
  const { newCounter: counter, credentialBackedUp: isBackedUp } = proven.authenticationInfo
  return { challenge: answered, counter, isBackedUp }
}

/** Verifies a new key; undefined if it does not answer the challenge. */
export async function verifiedRegistration(made: Registration, asked: Asked) {
  const { verifyRegistrationResponse } = await webauthn()
  const { id, clientDataJSON, attestationObject, transports } = made
  if (!(await isPlain(attestationObject))) return undefined
  let answered = ''
  const proven = await verifyRegistrationResponse({
    ...expected(asked, challenge => {
      answered = challenge
    }),
    supportedAlgorithmIDs: algorithms,
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
  }).catch(unproven)
  if (!proven?.verified) return undefined
  const { credential, credentialBackedUp: isBackedUp } = proven.registrationInfo
  return {
    challenge: answered,
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    isBackedUp,
  }
}

async function isPlain(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await webauthnHelpers()
  try {
    const read = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    return plainStatements.includes(read.get('fmt')) && !read.get('attStmt').get('x5c')
  } catch {
    return false
  }
}

/** The library throws for every invalid input. */
const unproven = () => undefined
