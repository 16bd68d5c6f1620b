import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { Keys, type Secrets } from '#kit/server/keys.ts'
import type { Database } from '#tenancy/server/database.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { sandboxCalls } from '../contract.ts'
import { CardEvent, type CardProvider, type Charge, ProviderFailure, signatureLifeSeconds } from './card-provider.ts'
import { endCheckout, findCheckoutOf, makeCheckout, refundCheckout, type SandboxCheckout } from './sandbox-sql.ts'

type Parts = {
  database: Database
  secrets: Secrets
  /** Reports to the portal the way every provider does. */
  tell: (event: CardEvent) => Promise<void>
}

/** Takes no money: for people who try the portal. Its events are signed and sent like any provider's. */
export function sandboxProvider({ database, secrets, tell }: Parts): CardProvider {
  const keys = new Keys('sandbox payments', secrets)
  return {
    async createCheckout(asked) {
      const { id, returnUrl } = await openLaboratoryOf(database, asked.brandId, 'write', laboratory =>
        makeCheckout(laboratory, asked),
      )
      return { providerReference: id, url: urlOf(id, returnUrl) }
    },
    async findPayment({ brandId, paymentId }) {
      const found = await openLaboratoryOf(database, brandId, 'read', laboratory =>
        findCheckoutOf(laboratory, paymentId),
      )
      return found && chargeOf(found)
    },
    async closeCheckout({ brandId, paymentId }) {
      await openLaboratoryOf(database, brandId, 'write', async laboratory => {
        const found = await findCheckoutOf(laboratory, paymentId)
        if (found) await endCheckout(laboratory, found.id, 'over')
      })
    },
    async refund({ brandId, paymentId }, amountCents, key) {
      const [found, refunded] = await openLaboratoryOf(database, brandId, 'write', async laboratory => [
        await findCheckoutOf(laboratory, paymentId),
        await refundCheckout(laboratory, paymentId, amountCents, key),
      ])
      if (refunded) return tell(sandboxEvent(brandId, refunded, 'refunded'))
      if (!found?.refundKeys.includes(key)) throw new ProviderFailure('refused', 'not_as_much_charged')
    },
    async verifyEvent(rawBody, headers) {
      const [, at, signature = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers.get(signatureHeader) ?? '') ?? []
      const isFresh = Math.abs(Date.now() / 1000 - Number(at)) <= signatureLifeSeconds
      const shown = Buffer.from(signature, 'hex')
      const isOurs = keys.accepted.some(key => {
        const expected = mac(key, Number(at), rawBody)
        return shown.length === expected.length && timingSafeEqual(shown, expected)
      })
      if (!isFresh || !isOurs) return 'forged'
      return v.parse(v.pipe(v.string(), v.parseJson(), CardEvent), new TextDecoder().decode(rawBody))
    },
  }
}

const signatureHeader = 'sandbox-signature'

const mac = (key: Buffer, at: number, body: Uint8Array) =>
  createHmac('sha256', key).update(`${at}.`).update(body).digest()

/** Signed as Stripe does: over the moment and the exact bytes. */
export function signedEvent(secrets: Secrets, event: CardEvent, at = Math.floor(Date.now() / 1000)) {
  const body = JSON.stringify(event)
  const key = new Keys('sandbox payments', secrets).signing
  return { body, headers: { [signatureHeader]: `t=${at},v1=${mac(key, at, Buffer.from(body)).toString('hex')}` } }
}

export function sandboxEvent(brandId: string, checkout: SandboxCheckout, kind: CardEvent['kind']): CardEvent {
  const { id, paymentId, amountCents, refundedCents } = checkout
  const sum = kind === 'refunded' ? refundedCents : amountCents
  return {
    id: `${id}/${kind}${kind === 'refunded' ? `/${sum}` : ''}`,
    brandId,
    paymentId,
    account: null,
    kind,
    amountCents: sum,
    currency: 'EUR',
  }
}

const urlOf = (id: string, returnUrl: string) => new URL(sandboxCalls.page.path.replace(':id', id), returnUrl).href

const chargeOf = ({ id, state, amountCents, refundedCents, returnUrl }: SandboxCheckout): Charge => ({
  providerReference: id,
  state,
  url: state === 'open' ? urlOf(id, returnUrl) : null,
  amountCents,
  currency: 'EUR',
  refundedCents,
  isDisputed: false,
})
