import { sql } from 'kysely'
import * as v from 'valibot'
import { Sector } from '#features/prescription/contract.ts'
import { problem } from '#kit/problem.ts'
import type { PracticeUser, SignedIn } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'
import { type LockedOrder, refuseTotal } from './changes-sql.ts'

const words = v.nullable(v.string())
const teeth = v.array(v.number())

/** What a requested change makes of a case; fields not named stay. */
const CaseChange = v.object({
  comment: v.optional(words),
  summary: v.optional(v.object({ fr: v.string(), en: v.string() })),
  products: v.array(
    v.object({
      caseSequence: v.number(),
      quantity: v.number(),
      shade: words,
      complementaryShade: words,
      teeth,
      pontics: teeth,
      /** Absent in changes stored before migration 0424: the sector stays. */
      sector: v.optional(v.nullable(Sector)),
    }),
  ),
})
export type CaseChange = v.InferOutput<typeof CaseChange>

/** Incremented with each change of the shape (decision 0020). */
const changeVersion = 1

export const storedChange = (change: CaseChange) => ({
  change: JSON.stringify(change),
  change_version: changeVersion,
})

/**
 * Refuses a change stored by a newer release: this one would lose half of it. A process of that release grants it, or this
 * one after the next start.
 */
export function readChange({ change, change_version }: { change: unknown; change_version: number }): CaseChange {
  if (change_version > changeVersion) throw problem('unavailable', { retryAfter: 5 })
  return v.parse(CaseChange, change)
}

/**
 * Writes the change. Callers check before whether the case may still change, and so does `orders__can_change`. The database
 * computes the new total.
 */
export async function applyChange(
  actor: SignedIn,
  { id }: Pick<LockedOrder, 'id'>,
  { comment, summary, products }: CaseChange,
): Promise<void> {
  const ofOrder = {
    ...(comment === undefined ? {} : { comment }),
    ...(summary && { summary_fr: summary.fr, summary_en: summary.en }),
  }
  for (const { caseSequence, teeth, pontics, complementaryShade, ...product } of products) {
    await actor.tx
      .updateTable('order_products')
      .set({
        ...product,
        complementary_shade: complementaryShade,
        // pg cannot bind arrays of a domain type.
        teeth: sql<string[]>`${teeth}::smallint[]`,
        pontics: sql<string[]>`${pontics}::smallint[]`,
      })
      .where(ofActor(actor, 'order_products'))
      .where('order_id', '=', id)
      .where('case_sequence', '=', caseSequence)
      .execute()
      .catch(refuseTotal)
  }
  if (Object.keys(ofOrder).length === 0) return
  await actor.tx.updateTable('orders').set(ofOrder).where(ofActor(actor, 'orders')).where('id', '=', id).execute()
}

/** Writes a shade into the prescription of a locked case; the product need only be named where several have one. */
export type PrescribeShade = (
  user: PracticeUser,
  order: LockedOrder,
  said: { shade: string; caseSequence?: number | undefined },
  requestId: string,
) => Promise<'request_open' | undefined>
