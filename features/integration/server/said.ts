import { createHash, createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { PutOrder } from '../contract.ts'

/** A case's state as a program reports it. */
export type Said = Pick<PutOrder, 'status' | 'hold' | 'note' | 'deliveryDate' | 'tracking'>

/** What was sent last. Words are kept as a keyed mark, so that no name is stored, with the id of the server's key. */
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
 * The parts that differ from the last report: repeating one must not undo what people or moved days have changed since.
 * Marks made with another server key count as unchanged; otherwise changing the key would repeat everything.
 */
export function newsIn(body: PutOrder, kept: Kept, before: Kept): Said {
  const isOfThisKey = before.key === undefined || before.key === kept.key
  const isNew = (name: keyof Said) =>
    body[name] !== undefined &&
    !isDeepStrictEqual(kept[name], before[name]) &&
    (isOfThisKey || before[name] === undefined || (name !== 'hold' && name !== 'note'))
  const names = (['status', 'deliveryDate', 'tracking', 'hold', 'note'] as const).filter(isNew)
  const news: Said = Object.fromEntries(names.map(name => [name, body[name]]))
  // A new question repeats the hold, and a new hold repeats its question.
  if (news.hold && body.status) news.status = body.status
  if (news.status === 'on_hold' && body.hold) news.hold = body.hold
  return news
}

/**
 * Digest of the patient code and the work, without words, which may contain a name. After the name is erased nothing is
 * left to guess it by, and the program may send the case again without it.
 */
export const digestOf = ({ patientCode, printType, products }: NonNullable<PutOrder['prescription']>) =>
  createHash('sha256')
    .update(JSON.stringify(inOrder({ patientCode, printType, products: products.map(({ note: _, ...work }) => work) })))
    .digest()

/** Independent of key order and empty values: fields added later leave existing digests unchanged. */
const inOrder = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inOrder)
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .filter(([, part]) => part !== undefined && part !== false && !(Array.isArray(part) && part.length === 0))
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, part]) => [key, inOrder(part)])
      : value
