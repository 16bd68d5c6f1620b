import { createHash, generateKeyPairSync, KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

const flagBits = { isPresent: 1, isVerified: 4, mayBeBackedUp: 8, isBackedUp: 16, hasKey: 64 }

type Cbor = Parameters<typeof isoCBOR.encode>[0]
type CborMap = Map<string | number, Cbor>

/** How a device vouches for what it is, over what it is asked to sign. */
type Vouch = (signed: Buffer, key: KeyObject) => { format: string; statement: CborMap }

const packed = (alg: number, signature: Buffer, more: [string, Cbor][] = []): ReturnType<Vouch> => ({
  format: 'packed',
  statement: new Map<string, Cbor>([['alg', alg], ['sig', new Uint8Array(signature)], ...more]),
})

/** By the new key itself. */
export const byItself: Vouch = (signed, key) => packed(-7, sign('sha256', signed, key))

/** By its maker, with a certificate as makers give it. */
export async function byItsMaker(): Promise<Vouch> {
  const { BasicConstraintsExtension, X509CertificateGenerator } = await import('@peculiar/x509')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'C=FR, O=Maker, OU=Authenticator Attestation, CN=Key',
    keys,
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(false)],
  })
  const key = KeyObject.from(keys.privateKey)
  return signed => packed(-7, sign('sha256', signed, key), [['x5c', [new Uint8Array(certificate.rawData)]]])
}

/** What a page asks for, and what a hostile one, or a device that is not whole, says otherwise. */
type Answering = {
  origin: string
  rpId?: string
  isVerified?: boolean
  type?: string
  /** As a device counts that has signed so often before; it goes on by itself. */
  counter?: number
}

/**
 * The key of one device, as a browser speaks of it (WebAuthn): ES256, made for one laboratory's host. It signs whatever it is
 * given, and says of itself what it is told to.
 */
export class Authenticator {
  readonly #credentialId = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #isSynced: boolean
  #counter = 0
  /** Of nobody until it is told. */
  #userHandle = base64url(Buffer.alloc(16))

  /** A password manager that keeps its keys on several devices counts nothing. */
  constructor({ isSynced = false } = {}) {
    this.#isSynced = isSynced
  }

  /** A new key, as `POST /api/account/passkeys` takes it. */
  register(
    { challenge, rp, user }: { challenge: string; rp: { id: string }; user: { id: string } },
    { vouch = () => ({ format: 'none', statement: new Map() }), ...answering }: Answering & { vouch?: Vouch },
  ) {
    this.#userHandle = user.id
    const authData = Buffer.concat([
      this.#said(answering.rpId ?? rp.id, answering, flagBits.hasKey),
      Buffer.alloc(16),
      Buffer.from([0, this.#credentialId.length]),
      this.#credentialId,
      this.#publicKey(),
    ])
    const clientDataJSON = clientData('webauthn.create', challenge, answering)
    const { format, statement } = vouch(signedOf(authData, clientDataJSON), this.#keys.privateKey)
    const attestation: CborMap = new Map<string, Cbor>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      id: base64url(this.#credentialId),
      clientDataJSON,
      attestationObject: base64url(Buffer.from(isoCBOR.encode(attestation))),
      transports: ['internal'],
    }
  }

  /** Its signature, as `POST /api/passkeys/sign-in` takes it. */
  sign({ challenge, rpId: asked }: { challenge: string; rpId: string }, answering: Answering) {
    const clientDataJSON = clientData('webauthn.get', challenge, answering)
    const authenticatorData = this.#said(answering.rpId ?? asked, answering)
    return {
      id: base64url(this.#credentialId),
      clientDataJSON,
      authenticatorData: base64url(authenticatorData),
      signature: base64url(sign('sha256', signedOf(authenticatorData, clientDataJSON), this.#keys.privateKey)),
      userHandle: this.#userHandle,
    }
  }

  #said(rpId: string, { isVerified = true, counter }: Answering, more = 0): Buffer {
    this.#counter = counter ?? (this.#isSynced ? 0 : this.#counter + 1)
    const flags =
      flagBits.isPresent |
      (isVerified ? flagBits.isVerified : 0) |
      (this.#isSynced ? flagBits.mayBeBackedUp | flagBits.isBackedUp : 0) |
      more
    const rest = Buffer.alloc(5)
    rest.writeUInt8(flags)
    rest.writeUInt32BE(this.#counter, 1)
    return Buffer.concat([sha256(rpId), rest])
  }

  /** In COSE: kty EC2, alg ES256, crv P-256, x, y. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const point = (coordinate: string) => new Uint8Array(Buffer.from(coordinate, 'base64url'))
    const key: CborMap = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ])
    return Buffer.from(isoCBOR.encode(key))
  }
}

const signedOf = (authData: Buffer, clientDataJSON: string) =>
  Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])

const clientData = (usual: string, challenge: string, { origin, type = usual }: Answering) =>
  base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
