import type { BankEntry, Doubt } from '../contract.ts'

/** Money that is awaited: a transfer that a practice has announced, or an invoice, by its number. */
export type Awaited = { id: string; reference: string; amountCents: number }

export type Arrival = Pick<BankEntry, 'text' | 'payer' | 'amountCents'>

export type Match =
  | { kind: 'sure'; awaited: string }
  | { kind: 'doubtful'; candidates: { awaited: string; doubt: Doubt }[] }
  | { kind: 'none' }

/** Of more candidates nobody can choose. */
const mostCandidates = 5

/**
 * Which entry of a bank's file is which announced transfer, or pays which invoice. Sure is only what has the whole reference and the exact
 * amount, and is alone in that on both sides, and speaks of no payment that was sent back: all else a person decides.
 */
export function matchEntries(entries: readonly Arrival[], awaited: readonly Awaited[]): Match[] {
  const expected = awaited.map(each => ({ ...each, letters: lettersOf(each.reference) }))
  const byAmount = Map.groupBy(expected, ({ amountCents }) => amountCents)
  const namedIn = newNaming(expected)
  const isMisspeltIn = newSpelling()
  const read = entries.map(({ text, payer, amountCents }) => {
    const letters = lettersOf(text)
    const named = namedIn(letters)
    const isSentBack = speaksOfReturn(`${text} ${payer}`)
    return { letters, amountCents, named, isSentBack, exact: named.filter(each => each.amountCents === amountCents) }
  })
  const claims = Map.groupBy(
    read.flatMap(({ exact }) => exact),
    ({ id }) => id,
  )
  return read.map(({ letters, amountCents, named, isSentBack, exact }) => {
    const [only] = exact
    if (only && !isSentBack && named.length === 1 && claims.get(only.id)?.length === 1)
      return { kind: 'sure', awaited: only.id }
    const sameAmount = (byAmount.get(amountCents) ?? []).filter(each => !exact.includes(each))
    const misspelt = firstOf(sameAmount, each => isMisspeltIn(letters, each.letters))
    const doubts: [Doubt, readonly Awaited[]][] = [
      [isSentBack ? 'sent_back' : 'several', exact],
      ['other_amount', named.filter(each => !exact.includes(each))],
      ['reference_misspelt', misspelt],
    ]
    // Somebody else's reference says that it is somebody else's money.
    if (named.length === 0) doubts.push(['amount_only', firstOf(sameAmount, each => !misspelt.includes(each))])
    const candidates = doubts
      .flatMap(([doubt, found]) => found.map(({ id }) => ({ awaited: id, doubt })))
      .slice(0, mostCandidates)
    return candidates.length > 0 ? { kind: 'doubtful', candidates } : { kind: 'none' }
  })
}

/** As banks word what comes back, in their capitals or not: it is rarely what a practice pays with. */
const ofReturn =
  /\b(rejets?|rejete\w*|impayes?|impayees?|retours?|retournee?s?|annulations?|annulee?s?|contrepass\w*|extournes?|reject(ed|ion)?|returned|returns?|unpaid|reversals?|reversed|chargebacks?|bounced|refus(ed|ee?|al)?)\b/
const speaksOfReturn = (text: string) => ofReturn.test(text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase())

/** As many as are shown, and no further. */
function firstOf<T>(of: readonly T[], isOne: (each: T) => boolean): T[] {
  const found: T[] = []
  for (const each of of) {
    if (found.length === mostCandidates) break
    if (isOne(each)) found.push(each)
  }
  return found
}

/** Banks break lines, drop hyphens and write everything in capitals. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')

/** Looks at each place of a text once, however many references there are: they all have much the same length. */
function newNaming<T extends { letters: string }>(expected: readonly T[]): (text: string) => T[] {
  const byLetters = Map.groupBy(expected, ({ letters }) => letters)
  const lengths = new Set(expected.map(({ letters }) => letters.length))
  return text => {
    const named = new Set<T>()
    for (const length of lengths) {
      for (let at = 0; at + length <= text.length; at++)
        for (const each of byLetters.get(text.slice(at, at + length)) ?? []) named.add(each)
    }
    return [...named]
  }
}

/** Letters compared with letters, of a whole file. Five thousand entries that each may be any of five need most of it. */
const mostComparisons = 50_000_000

/** Beyond so many comparisons nothing is misspelt: what is left is the amount, and a person's eye. */
function newSpelling(): (text: string, reference: string) => boolean {
  let left = mostComparisons
  return (text, reference) => {
    left -= text.length * reference.length
    return left >= 0 && isNearlyWithin(reference, text)
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
