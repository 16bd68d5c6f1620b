import { createHash } from 'node:crypto'

/** A line of the chain as the database has it, with the text that its hash is of. */
export type Link = { position: string; hash: Buffer; line: string }
export type Place = { place: number; hash: Buffer }
export type Broken = { place: number; because: 'changed' | 'missing' | 'cut' | 'early' }

/** To what the first line of a laboratory is chained. */
export const beginningOf = (brandId: string) => createHash('sha256').update(brandId).digest()

/** What is printed and kept elsewhere: a place and its hash. */
export const endOf = ({ place, hash }: Place) => `${place}-${hash.toString('hex').slice(0, 32)}`

/**
 * Goes along these lines and computes each hash anew: here, and not by the database's own function, which whoever may change
 * lines may have changed too. Stops where one does not hold.
 */
export function followLinks(
  from: Place,
  links: readonly Link[],
  passed?: (place: Place) => void,
): Place & { broken?: Broken } {
  let here = from
  for (const link of links) {
    const place = here.place + 1
    if (Number(link.position) !== place) return { ...here, broken: { place, because: 'missing' } }
    const hash = createHash('sha256').update(here.hash).update(link.line).digest()
    if (!hash.equals(link.hash)) return { ...here, broken: { place, because: 'changed' } }
    here = { place, hash }
    passed?.(here)
  }
  return here
}

/** What is kept apart of the end, against where the lines have led. */
export const isEnd = (head: { position: string; hash: Buffer | null }, at: Place, begin: number) =>
  head.hash ? Number(head.position) === at.place && head.hash.equals(at.hash) : at.place === begin
