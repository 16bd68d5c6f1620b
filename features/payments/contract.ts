import * as v from 'valibot'
import { Day } from '#kit/contract.ts'

const Cents = v.pipe(v.number(), v.integer())

/** Money that has arrived on the laboratory's account, as its bank wrote it. */
export const BankEntry = v.object({
  bookedOn: Day,
  amountCents: Cents,
  /** What the payer wrote, with whatever the bank has put around it. */
  text: v.string(),
  /** Who paid, where the bank says it apart. */
  payer: v.string(),
  /** The bank's own number of it, where it has one: entries that are alike are told apart by it. */
  bankReference: v.string(),
})
export type BankEntry = v.InferOutput<typeof BankEntry>
