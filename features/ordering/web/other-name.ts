import { plainWords } from '#kit/web/search-words.ts'
import type { KnownPatient } from '../contract.ts'

export const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** A key equal for all spellings of a name: "Dupont, Éloïse" and "eloise DUPONT". */
const keyOf = (name: string) =>
  plainWords(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(' ')

/** The name already recorded under this code, if it differs from the typed one. */
export function otherNameOf(typed: string, known: KnownPatient | undefined) {
  if (!known?.name || !known.namedIn || typed.trim() === '' || keyOf(typed) === keyOf(known.name)) return undefined
  return { code: known.code, name: known.name, order: known.namedIn }
}
