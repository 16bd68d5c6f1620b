import { hkdfSync } from 'node:crypto'

/** One that another has replaced a short while ago; moments in milliseconds since 1970. */
export type OldSecret = {
  secret: string
  /** Until then processes that know only this one may be running: they must understand what is signed. */
  signsUntil: number
  /** Until then something that it has signed may still be shown. */
  acceptedUntil: number
}

export type Secrets = { appSecret: string; oldSecret?: OldSecret | undefined }

/** A key for one purpose, drawn from a secret so that none reveals another. */
export const keyFor = (purpose: string, secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `arcade ${purpose}`, 32))

/** The keys for one purpose while one secret takes the place of another: a single one at all other times. */
export class Keys {
  readonly #current: Buffer
  readonly #old: { key: Buffer; signsUntil: number; acceptedUntil: number } | undefined

  constructor(purpose: string, { appSecret, oldSecret }: Secrets) {
    this.#current = keyFor(purpose, appSecret)
    this.#old = oldSecret && { ...oldSecret, key: keyFor(purpose, oldSecret.secret) }
  }

  get signing(): Buffer {
    return this.#old && Date.now() < this.#old.signsUntil ? this.#old.key : this.#current
  }

  get accepted(): Buffer[] {
    return this.#old && Date.now() < this.#old.acceptedUntil ? [this.#current, this.#old.key] : [this.#current]
  }
}
