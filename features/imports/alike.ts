import { longestLabel } from '#features/catalogue/product-rules.ts'
import { plain } from './fields.ts'

export type Named = { reference: string; labelFr: string; labelEn: string; oneFr: string; oneEn: string }
export type Alike = Named & {
  /**
   * True when the names differ only in accents, plurals or word order; false when they differ by one word or an
   * abbreviation.
   */
  isSame: boolean
}

/** Words that do not distinguish products. */
const small = new Set('a au aux d de des du en et l la le les ou par pour sur the of in on for and per'.split(' '))
const fewestWords = 2

const singular = (word: string) =>
  word.length > 3 && (word.endsWith('s') || word.endsWith('x')) ? word.slice(0, -1) : word
const wordsOf = (name: string) =>
  plain(name)
    .split(' ')
    .filter(word => !small.has(word))
    .map(singular)
    .sort()
const keyOf = (words: readonly string[]) => words.join(' ')
/** Variants without one of the words, if enough words remain to identify it. */
const shorter = (words: readonly string[]) =>
  words.length > fewestWords ? words.map((_, place) => keyOf(words.toSpliced(place, 1))) : []

/** The same for names of families that differ in case, accents, a plural, or a leading "prothèse": "Prothèses fixes", "Fixe". */
export function familyKeyOf(name: string): string {
  const words = plain(name).split(' ').map(singular)
  return keyOf(words[0] === 'prothese' && words.length > 1 ? words.slice(1) : words)
}

/** The catalogue's names, to find products that a file calls the same or nearly so. */
export class KnownNames {
  readonly #same = new Map<string, Named>()
  readonly #near = new Map<string, Named>()
  readonly #words = new Set<string>()

  constructor(products: readonly Named[]) {
    for (const product of products) {
      const { labelFr, labelEn, oneFr, oneEn } = product
      for (const words of [labelFr, labelEn].map(wordsOf)) {
        for (const word of words) this.#words.add(word)
        keep(this.#same, keyOf(words), product)
        for (const key of shorter(words)) keep(this.#near, key, product)
      }
      for (const words of [oneFr, oneEn].map(wordsOf)) {
        for (const word of words) this.#words.add(word)
        keep(this.#near, keyOf(words), product)
      }
    }
  }

  /** Ignores names too long for any product: a cell can hold a book. */
  find(name: string): Alike | undefined {
    if (name.length > longestLabel) return undefined
    const words = wordsOf(name)
    // At most one word may be unknown: most lines of a long file end here.
    if (words.filter(word => !this.#words.has(word)).length > 1) return undefined
    const key = keyOf(words)
    if (key === '') return undefined
    const same = this.#same.get(key)
    if (same) return { ...same, isSame: true }
    const near = this.#near.get(key) ?? shorter(words).flatMap(one => this.#same.get(one) ?? [])[0]
    return near && { ...near, isSame: false }
  }
}

/** Keeps the catalogue's first product of that name. */
function keep(names: Map<string, Named>, key: string, product: Named) {
  if (!names.has(key)) names.set(key, product)
}
