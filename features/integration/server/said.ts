import { createHash, createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { PutOrder } from '../contract.ts'

/** What a program says of where a case is. */
export type Said = Pick<PutOrder, 'status' | 'hold' | 'note' | 'deliveryDate' | 'tracking'>

/** What was said last. Of words a mark, in which no name stands, and by which key of the server's it was made. */
export type Kept = Pick<Said, 'status' | 'deliveryDate' | 'tracking'> & { hold?: string; note?: string; key?: string }

export function keptOf({ status, deliveryDate, tracking, hold, note }: PutOrder, key: Buffer): Kept {
  const mark = (words: unknown) =>
    createHmac('sha256', key)
      .update(JSON.stringify(inOrder(words)))
      .digest('base64url')
      .slice(0, 22)
  const words = { ...(hold && { hold: mark(hold) }), ...(note && { note: mark(note) }) }
  return JSON.parse(JSON.stringify({ status, deliveryDate, tracking, ...words, key: mark('') }))
}

/**
 * Said again it says nothing: people may have taken the case further since, and days move by themselves. What is marked by another key of
 * the server's counts as said: else all would be said again on the day on which that changes.
 */
export function newsIn(body: PutOrder, kept: Kept, before: Kept): Said {
  const isOfThisKey = before.key === undefined || before.key === kept.key
  const isNew = (name: keyof Said) =>
    body[name] !== undefined &&
    !isDeepStrictEqual(kept[name], before[name]) &&
    (isOfThisKey || before[name] === undefined || (name !== 'hold' && name !== 'note'))
  const names = (['status', 'deliveryDate', 'tracking', 'hold', 'note'] as const).filter(isNew)
  const news: Said = Object.fromEntries(names.map(name => [name, body[name]]))
  // A question holds the case anew, and what is on hold anew has its question.
  if (news.hold && body.status) news.status = body.status
  if (news.status === 'on_hold' && body.hold) news.hold = body.hold
  return news
}

/**
 * Whose it is by code, and the work: no words, in which a name may stand. Once that is erased nothing of it is left to be guessed by, and
 * who sends the case again leaves it out.
 */
export const digestOf = ({ patientCode, printType, products }: NonNullable<PutOrder['prescription']>) =>
  createHash('sha256')
    .update(JSON.stringify(inOrder({ patientCode, printType, products: products.map(({ note: _, ...work }) => work) })))
    .digest()

/** The same said in another order is the same, and so is what says nothing: fields that come later leave the others as they are. */
const inOrder = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inOrder)
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .filter(([, part]) => part !== undefined && part !== false && !(Array.isArray(part) && part.length === 0))
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, part]) => [key, inOrder(part)])
      : value
