import { plainWords } from '#kit/web/search-words.ts'
import type { KnownPatient } from '../contract.ts'

export const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** What the same name is however it is written: "Dupont, Éloïse" and "eloise DUPONT". */
const keyOf = (name: string) =>
  plainWords(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(' ')

/** What stands under this code already, where it is another name than the one that is typed. */
export function otherNameOf(typed: string, known: KnownPatient | undefined) {
  if (!known?.name || !known.namedIn || typed.trim() === '' || keyOf(typed) === keyOf(known.name)) return undefined
  return { code: known.code, name: known.name, order: known.namedIn }
}
