import type { Doubt } from '../contract.ts'

// What a bank, a payer or a practice has written, and what of it is a number, a name or a word of return.

/** Of more candidates nobody can choose. */
export const mostCandidates = 5

/** As many as are shown, and no further. */
export function firstOf<T>(of: Iterable<T>, isOne: (each: T) => boolean): T[] {
  const found: T[] = []
  for (const each of of) {
    if (found.length === mostCandidates) break
    if (isOne(each)) found.push(each)
  }
  return found
}

/** Of a shorter name too much else has the letters. */
const shortestName = 5

/**
 * Which of these names stand in a text: each place of it is looked at once, however many practices there are, and however many
 * of them are called a "Cabinet".
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

/** As banks word what comes back, in their capitals or not: it is rarely what a practice pays with. */
const ofReturn =
  /\b(rejets?|rejt?|rjt|rejete\w*|impayes?|impayees?|retours?|retournee?s?|annulations?|annul|annulee?s?|contrepass\w*|extournes?|rembours\w*|rembt?s?|rbst|rbt|reject(ed|ion)?|returned|returns?|unpaid|reversals?|reversed|chargebacks?|bounced|refus(ed|ee?|al)?|refund(ed|s)?)\b/
/** What is too short to say it alone says it beside what came back. */
const besidePayment =
  /\b(?:(?:imp|ret|rtr|rtn|rtd|ann) (?:virt?|virements?|cheques?|chqs?|prlv|prel|prelevements?|sepa|sdd|sct|lcr|effets?|payment|paiement)|(?:virt?|virements?|cheques?|chqs?|prlv|prel|prelevements?|sepa|sdd|sct|lcr|effets?|payment|paiement) (?:imp|ret|rtr|rtn|rtd|ann))\b/

/** What a line says itself against being money that came to stay. */
export function againstOf(text: string, saysGone = false): Doubt | undefined {
  if (speaksOfReturn(text)) return 'sent_back'
  return saysGone ? 'gone_out' : undefined
}

function speaksOfReturn(text: string): boolean {
  // Whatever is no letter parts words: banks write "_" and glue numbers to them.
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

/** As the portal makes references and numbers: long enough to stand anywhere. What the laboratory's software has made may be "75". */
export const isOurs = (reference: string) => /^(RF\d{14}|(FA|PF|AV|RE|SI)-\d{4}-\d{6,10})$/.test(reference)

/** Of a shorter number from elsewhere too much else has the letters; and figures alone are a date, an amount or a customer's number. */
const isTelling = (letters: string) => letters.length >= 6 && /[A-Z]/.test(letters)

/** Of fewer figures every line has some. */
const shortestFigures = 4
/** A number that tells little by itself: it is short, or has no letter. */
export const isInFigures = ({ letters, isOurs }: { letters: string; isOurs: boolean }) =>
  !isOurs && !isTelling(letters) && letters.length >= shortestFigures

/** Whether it is one word of the text: a date has strokes within. */
export function isOneWord({ letters }: { letters: string }, text: string, edges: ReadonlySet<number>): boolean {
  for (let at = text.indexOf(letters); at >= 0; at = text.indexOf(letters, at + 1)) {
    const within = Array.from(letters, (_, index) => at + index).slice(1)
    if (edges.has(at) && edges.has(at + letters.length) && !within.some(place => edges.has(place))) return true
  }
  return false
}

/** Before which letters of a text, as `lettersOf` leaves them, a word begins, and its end. */
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

/** Looks at each place of a text once, however many references there are: they all have much the same length. */
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

/** Letters compared with letters, of a whole file. Five thousand entries that each may be any of five need most of it. */
const mostComparisons = 50_000_000

/** Beyond so many comparisons nothing is misspelt: what is left is the amount, and a person's eye. */
export function newSpelling() {
  let left = mostComparisons
  return <T extends { letters: string; isOurs: boolean }>(
    text: string,
    among: readonly T[],
    isMeant: (each: T) => boolean,
  ): T[] => {
    const isMisspelt = ({ letters, isOurs }: T) => {
      // What tells little when it is written well tells less with a slip.
      if (!isOurs && !isTelling(letters)) return false
      left -= text.length * letters.length
      return left >= 0 && isNearlyWithin(letters, text)
    }
    return left < 0 ? [] : firstOf(among, each => isMeant(each) && isMisspelt(each))
  }
}

/** So many wrong, missing, added or swapped letters are still somebody's typing. */
const mostSlips = 2

/** Whether some part of the text differs from the reference by a slip or two of the fingers. */
function isNearlyWithin(reference: string, text: string): boolean {
  if (reference.length < 6) return false
  // Row by row: how far the first letters of the reference are from what ends at each place of the text.
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
