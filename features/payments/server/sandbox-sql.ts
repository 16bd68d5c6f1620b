import { sql } from 'kysely'
import type { Laboratory } from '#tenancy/server/actor.ts'
import type { NewCheckout } from './card-provider.ts'

const shown = [
  'id',
  'payment_id as paymentId',
  'label',
  'amount_cents as amountCents',
  'return_url as returnUrl',
  'state',
  'refunded_cents as refundedCents',
  'refund_keys as refundKeys',
] as const

export type SandboxCheckout = Awaited<ReturnType<typeof makeCheckout>>
export type ShownCheckout = NonNullable<Awaited<ReturnType<typeof findCheckout>>>

/** A payment keeps its first page. */
export async function makeCheckout(laboratory: Laboratory, asked: NewCheckout) {
  const { tx, brandId } = laboratory
  await tx
    .insertInto('sandbox_checkouts')
    .values({
      brand_id: brandId,
      payment_id: asked.paymentId,
      label: asked.label,
      amount_cents: asked.amountCents,
      return_url: asked.returnUrl,
    })
    .onConflict(conflict => conflict.constraint('sandbox_checkouts__payment').doNothing())
    .execute()
  return tx
    .selectFrom('sandbox_checkouts')
    .select(shown)
    .where('brand_id', '=', brandId)
    .where('payment_id', '=', asked.paymentId)
    .executeTakeFirstOrThrow()
}

/** With the payer's language. */
export const findCheckout = ({ tx, brandId }: Laboratory, id: string) =>
  tx
    .selectFrom('sandbox_checkouts')
    .select(eb => [
      ...shown,
      eb
        .selectFrom('payments')
        .innerJoin('users', join =>
          join.onRef('users.brand_id', '=', 'payments.brand_id').onRef('users.id', '=', 'payments.created_by'),
        )
        .select('users.language')
        .whereRef('payments.brand_id', '=', 'sandbox_checkouts.brand_id')
        .whereRef('payments.id', '=', 'sandbox_checkouts.payment_id')
        .as('language'),
    ])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst()

export const findCheckoutOf = ({ tx, brandId }: Laboratory, paymentId: string) =>
  tx
    .selectFrom('sandbox_checkouts')
    .select(shown)
    .where('brand_id', '=', brandId)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()

/** False if it had ended before: of two presses one counts. */
export async function endCheckout({ tx, brandId }: Laboratory, id: string, state: 'paid' | 'over'): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sandbox_checkouts')
    .set({ state })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Undefined if the key was used before, or less than the amount is left to give back. */
export const refundCheckout = ({ tx, brandId }: Laboratory, paymentId: string, amountCents: number, key: string) =>
  tx
    .updateTable('sandbox_checkouts')
    .set({
      refunded_cents: sql<number>`refunded_cents + ${amountCents}`,
      refund_keys: sql<string[]>`refund_keys || ${key}::text`,
    })
    .where('brand_id', '=', brandId)
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'paid')
    .where(sql<boolean>`${key} <> all(refund_keys) and refunded_cents + ${amountCents} <= amount_cents`)
    .returning(shown)
    .executeTakeFirst()
