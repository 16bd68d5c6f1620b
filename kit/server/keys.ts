import { hkdfSync } from 'node:crypto'

/** A recently replaced secret; times in milliseconds since 1970. */
export type OldSecret = {
  secret: string
  /** Until then processes that know only this secret may be running, and must understand what is signed. */
  signsUntil: number
  /** Until then something signed with it may still be presented. */
  acceptedUntil: number
}

export type Secrets = { appSecret: string; oldSecret?: OldSecret | undefined }

/** Derives a key for one purpose; no key reveals the secret or another key. */
export const keyFor = (purpose: string, secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `arcade ${purpose}`, 32))

/** The keys for one purpose: two while a secret is being replaced, otherwise one. */
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
