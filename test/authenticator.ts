import { Secret, TOTP } from 'otpauth'

/** What an authenticator shows that was given this secret; so many steps of thirty seconds from now. */
export const codeOf = (secret: string, stepsFromNow = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsFromNow * 30_000 })

/** About now, with fifteen seconds to go to the next code. */
export const midStep = (): number => Math.floor(Date.now() / 30_000) * 30_000 + 15_000
