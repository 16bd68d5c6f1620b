import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const stepSeconds = 30

/** What every authenticator understands: RFC 6238 with SHA-1, six digits, thirty seconds. */
const settings = { algorithm: 'SHA1', digits: 6, period: stepSeconds } as const

/** As long as the hash it goes into (RFC 4226, section 4). */
export const newAuthenticatorSecret = (): Buffer => randomBytes(20)

const secretOf = (bytes: Buffer) => new Secret({ buffer: Uint8Array.from(bytes).buffer })

/** As somebody types it who cannot hold a camera to the screen. */
export const textOfSecret = (secret: Buffer): string => secretOf(secret).base32

/** What the QR code says: for whom, and where. */
export const addressOfSecret = (
  secret: Buffer,
  { login, companyName }: { login: string; companyName: string },
): string => new TOTP({ ...settings, secret: secretOf(secret), issuer: companyName, label: login }).toString()

/**
 * Of which moment this is the code, in steps of thirty seconds; the ones before and after the present are good too, for clocks
 * that are not quite right. Nothing where it is none of theirs.
 */
export function stepOfCode(secret: Buffer, code: string, now = Date.now()): number | undefined {
  const delta = TOTP.validate({ ...settings, secret: secretOf(secret), token: code, timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / 1000 / stepSeconds) + delta
}
