import type { Doubt } from '../contract.ts'

// Finds numbers, names and words of return in what a bank, a payer or a practice has written.

/** A longer list gives nobody a usable choice. */
export const mostCandidates = 5

/** Stops at the number of candidates shown. */
export function firstOf<T>(of: Iterable<T>, isOne: (each: T) => boolean): T[] {
  const found: T[] = []
  for (const each of of) {
    if (found.length === mostCandidates) break
    if (isOne(each)) found.push(each)
  }
  return found
}

/** Shorter names occur by chance in other words. */
const shortestName = 5

/**
 * Finds which of these names occur in a text. Each position is looked up once, however many practices there are and
 * however many are called "Cabinet".
 */
export function newNames(names: readonly string[]): (text: string) => string[] {
  const long = new Set(names.filter(({ length }) => length >= shortestName))
  const byBeginning = Map.groupBy(long, name => name.slice(0, shortestName))
  const lengths = new Map(
    [...byBeginning].map(([beginning, all]) => [beginning, new Set(all.map(({ length }) => length))]),
  )
  return text => {
    const found = new Set<string>()
    for (let at = 0; at + shortestName <= text.length; at++)
      for (const length of lengths.get(text.slice(at, at + shortestName)) ?? []) {
        const part = text.slice(at, at + length)
        if (long.has(part)) found.add(part)
      }
    return [...found]
  }
}

/** Banks' words for returned payments, rarely what a practice writes when it pays. */
const ofReturn =
  /\b(rejets?|rejt?|rjt|rejete\w*|impayes?|impayees?|retours?|retournee?s?|annulations?|annul|annulee?s?|contrepass\w*|extournes?|rembours\w*|rembt?s?|rbst|rbt|reject(ed|ion)?|returned|returns?|unpaid|reversals?|reversed|chargebacks?|bounced|refus(ed|ee?|al)?|refund(ed|s)?)\b/
/** Abbreviations too short to mean a return alone, but which do beside a kind of payment. */
const besidePayment =
  /\b(?:(?:imp|ret|rtr|rtn|rtd|ann) (?:virt?|virements?|cheques?|chqs?|prlv|prel|prelevements?|sepa|sdd|sct|lcr|effets?|payment|paiement)|(?:virt?|virements?|cheques?|chqs?|prlv|prel|prelevements?|sepa|sdd|sct|lcr|effets?|payment|paiement) (?:imp|ret|rtr|rtn|rtd|ann))\b/

/** The doubt a line's own words raise that the money came and stayed. */
export function againstOf(text: string, saysGone = false): Doubt | undefined {
  if (speaksOfReturn(text)) return 'sent_back'
  return saysGone ? 'gone_out' : undefined
}

function speaksOfReturn(text: string): boolean {
  // Anything but a letter separates words: banks write "_" and attach numbers.
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
  return ofReturn.test(words) || besidePayment.test(words)
}

/** Banks break lines, drop hyphens and write everything in capitals. */
export const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')

/**
 * The portal's own references and numbers are long enough to be found anywhere in a text; the laboratory's software may
 * number an invoice "75".
 */
export const isOurs = (reference: string) => /^(RF\d{14}|(FA|PF|AV|RE|SI)-\d{4}-\d{6,10})$/.test(reference)

/** Shorter numbers from other software occur by chance, and digits alone may be a date, an amount or a customer's number. */
const isTelling = (letters: string) => letters.length >= 6 && /[A-Z]/.test(letters)

/** Any line contains some digits, so shorter numbers are not looked for. */
const shortestFigures = 4
/** A number that proves little alone: short, or without a letter. */
export const isInFigures = ({ letters, isOurs }: { letters: string; isOurs: boolean }) =>
  !isOurs && !isTelling(letters) && letters.length >= shortestFigures

/** Whether it stands as one word of the text: a date has slashes inside. */
export function isOneWord({ letters }: { letters: string }, text: string, edges: ReadonlySet<number>): boolean {
  for (let at = text.indexOf(letters); at >= 0; at = text.indexOf(letters, at + 1)) {
    const within = Array.from(letters, (_, index) => at + index).slice(1)
    if (edges.has(at) && edges.has(at + letters.length) && !within.some(place => edges.has(place))) return true
  }
  return false
}

/** Positions, in the letters that `lettersOf` leaves, where a word begins or ends. */
export function edgesOf(text: string): Set<number> {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
  const edges = new Set([0])
  let at = 0
  for (const word of words) {
    at += word.length
    edges.add(at)
  }
  return edges
}

/** Looks up each position of a text once, however many references there are: most share the same length. */
export function newNaming<T extends { letters: string; isOurs: boolean }>(
  all: readonly T[],
): (text: string, edges: ReadonlySet<number>) => T[] {
  const expected = all.filter(({ letters, isOurs }) => isOurs || isTelling(letters))
  const byLetters = Map.groupBy(expected, ({ letters }) => letters)
  const lengths = new Set(expected.map(({ letters }) => letters.length))
  return (text, edges) => {
    const named = new Set<T>()
    for (const length of lengths) {
      for (let at = 0; at + length <= text.length; at++)
        for (const each of byLetters.get(text.slice(at, at + length)) ?? [])
          if (each.isOurs || (edges.has(at) && edges.has(at + length))) named.add(each)
    }
    return [...named]
  }
}

/** Letter comparisons allowed per file. Five thousand entries with five candidates each need most of it. */
const mostComparisons = 50_000_000

/** Once the budget is spent, misspellings are no longer looked for: the amount and a person's eye remain. */
export function newSpelling() {
  let left = mostComparisons
  return <T extends { letters: string; isOurs: boolean }>(
    text: string,
    among: readonly T[],
    isMeant: (each: T) => boolean,
  ): T[] => {
    const isMisspelt = ({ letters, isOurs }: T) => {
      // A number that proves little when spelt correctly proves less when misspelt.
      if (!isOurs && !isTelling(letters)) return false
      left -= text.length * letters.length
      return left >= 0 && isNearlyWithin(letters, text)
    }
    return left < 0 ? [] : firstOf(among, each => isMeant(each) && isMisspelt(each))
  }
}

/** Up to this many wrong, missing, added or swapped letters count as a typing error. */
const mostSlips = 2

/** Whether some part of the text differs from the reference by at most `mostSlips` typing errors. */
function isNearlyWithin(reference: string, text: string): boolean {
  if (reference.length < 6) return false
  // Row by row: the edit distance from the reference's first letters to what ends at each position of the text.
  let beforeLast: number[] = []
  let last: number[] = new Array(text.length + 1).fill(0)
  for (let row = 1; row <= reference.length; row++) {
    const current = [row]
    for (let column = 1; column <= text.length; column++) {
      const isSame = reference[row - 1] === text[column - 1]
      const isSwapped =
        row > 1 && column > 1 && reference[row - 1] === text[column - 2] && reference[row - 2] === text[column - 1]
      current[column] = Math.min(
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return Math.min(...last) <= mostSlips
}
