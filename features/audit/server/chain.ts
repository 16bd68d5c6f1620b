import { createHash } from 'node:crypto'

/** A line of the chain from the database, with the text that is hashed. */
export type Link = { position: string; hash: Buffer; line: string }
export type Place = { place: number; hash: Buffer }
export type Broken = { place: number; because: 'changed' | 'missing' | 'cut' | 'early' }

/** The hash that a laboratory's first line is chained to. */
export const beginningOf = (brandId: string) => createHash('sha256').update(brandId).digest()

/** Printed, to be kept elsewhere: a position and its hash. */
export const endOf = ({ place, hash }: Place) => `${place}-${hash.toString('hex').slice(0, 32)}`

/**
 * Follows these lines and recomputes each hash: here rather than by the database's own function, which an attacker able to change
 * lines could have changed too. Stops at the first that does not match.
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

/** Whether the separately stored end matches where the lines have led. */
export const isEnd = (head: { position: string; hash: Buffer | null }, at: Place, begin: number) =>
  head.hash ? Number(head.position) === at.place && head.hash.equals(at.hash) : at.place === begin
