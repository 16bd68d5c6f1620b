import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const stepSeconds = 30

/** The parameters that every authenticator app supports: RFC 6238 with SHA-1, six digits, thirty seconds. */
const settings = { algorithm: 'SHA1', digits: 6, period: stepSeconds } as const

/** As long as the output of the hash (RFC 4226, section 4). */
export const newAuthenticatorSecret = (): Buffer => randomBytes(20)

const secretOf = (bytes: Buffer) => new Secret({ buffer: Uint8Array.from(bytes).buffer })

/** The secret to type, for users who cannot scan the QR code. */
export const textOfSecret = (secret: Buffer): string => secretOf(secret).base32

/** The QR code's URI, with the account and the laboratory. */
export const addressOfSecret = (
  secret: Buffer,
  { login, companyName }: { login: string; companyName: string },
): string => new TOTP({ ...settings, secret: secretOf(secret), issuer: companyName, label: login }).toString()

/**
 * The time step (of thirty seconds) that this code belongs to; the previous and next ones are accepted too, for clocks that are
 * slightly off. Undefined for a wrong code.
 */
export function stepOfCode(secret: Buffer, code: string, now = Date.now()): number | undefined {
  const delta = TOTP.validate({ ...settings, secret: secretOf(secret), token: code, timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / 1000 / stepSeconds) + delta
}
