import { daysBetween } from '#kit/day.ts'
import type { Doubt } from '../contract.ts'
import { mostTogether } from '../rules.ts'
import type { Arrived } from './bank-statement.ts'

/**
 * Money that is awaited: a transfer that a practice has announced, with the numbers of the invoices that it `pays`; or an invoice, by its
 * number and with whose it is. Or money that is here (`enteredOn`): people or software have said that it came, and no line of a bank's file
 * has; a line of those days may be that very money.
 */
export type Awaited = {
  id: string
  reference: string
  amountCents: number
  practiceId?: string
  practice?: string
  pays?: readonly string[]
  /** Whose it is, of whatever kind. */
  ownerId?: string
  enteredOn?: string
}

export type Arrival = Pick<Arrived, 'text' | 'payer' | 'amountCents' | 'saysGone'> & { bookedOn?: string }

/** Of several invoices the others stand in `together`. */
type IsFor = { awaited: string; together: string[] }

export type Match =
  | ({ kind: 'sure' } & IsFor)
  | { kind: 'doubtful'; candidates: (IsFor & { doubt: Doubt })[] }
  | { kind: 'none' }

/** Of more candidates nobody can choose. */
const mostCandidates = 5

/**
 * Which entry of a bank's file is which announced transfer, or pays which invoice or invoices of a practice. Sure is only what has the
 * whole reference, or all of them, and the exact amount, is alone in that on both sides, and speaks of no payment that was
 * sent back or went out: all else a person decides. Whoever has announced a transfer often writes the number of its invoice all the same.
 */
export function matchEntries(entries: readonly Arrival[], awaited: readonly Awaited[]): Match[] {
  const expected = awaited.map(each => ({
    ...each,
    letters: lettersOf(each.reference),
    isOurs: isOurs(each.reference),
    name: lettersOf(each.practice ?? ''),
    paid: (each.pays ?? []).map(lettersOf),
  }))
  const byAmount = Map.groupBy(expected, ({ amountCents }) => amountCents)
  const inFiguresByAmount = Map.groupBy(expected.filter(isInFigures), ({ amountCents }) => amountCents)
  const namedIn = newNaming(expected)
  const paidIn = newNaming(
    expected.flatMap(by =>
      (by.pays ?? []).map(reference => ({ letters: lettersOf(reference), isOurs: isOurs(reference), by })),
    ),
  )
  const misspeltIn = newSpelling()
  const byNameAndAmount = Map.groupBy(expected, nameAndAmount)
  const namesIn = newNames(expected.map(({ name }) => name))
  const accountsOf = newAccounts(awaited)
  const enteredAlike = newEnteredAlike(expected)
  const read = entries.map(({ text, payer, amountCents, saysGone, bookedOn }) => {
    const isOfThen = ({ enteredOn }: Awaited) => enteredOn === undefined || isSameWeek(enteredOn, bookedOn)
    const letters = lettersOf(text)
    const edges = edgesOf(text)
    const named = namedIn(letters, edges)
    const paid = paidIn(letters, edges)
    // By its own reference, or by the number of an invoice that it pays.
    const meant = [...new Set([...named, ...paid.map(({ by }) => by)])].filter(isOfThen)
    // Somebody else's reference says that it is somebody else's money.
    const names = meant.length === 0 ? namesIn(lettersOf(`${text} ${payer}`)) : []
    return {
      letters,
      names,
      amountCents,
      bookedOn,
      isOfThen,
      edges,
      meant,
      quoted: new Set([...named, ...paid].map(each => each.letters)),
      // Whole ways to pay what is named: one of them, or all together.
      exact: [
        ...meant.filter(each => each.amountCents === amountCents).map(each => [each]),
        ...allOf(named, amountCents),
      ],
      against: againstOf(`${text} ${payer}`, saysGone),
      accounts: accountsOf(amountCents, names),
    }
  })
  const claims = Map.groupBy(
    read.flatMap(({ exact }) => exact.flat()),
    ({ id }) => id,
  )
  return read.map(
    ({ letters, edges, names, amountCents, bookedOn, isOfThen, meant, quoted, exact, against, accounts }) => {
      const [only, another] = exact
      const isAlone = !another && only?.every(({ id }) => claims.get(id)?.length === 1)
      const isSure = only && isAlone && isAllOf(quoted, only) && !against
      const said = isSure ? enteredAlike(only, amountCents, bookedOn) : []
      if (isSure && said.length === 0) return { kind: 'sure', ...forAll(only) }
      const taken = exact.flat()
      const sameAmount = byAmount.get(amountCents) ?? []
      const inFigures = firstOf(
        inFiguresByAmount.get(amountCents) ?? [],
        each => isOfThen(each) && isOneWord(each, letters, edges),
      )
      const misspelt = misspeltIn(letters, sameAmount, each => !taken.includes(each) && isOfThen(each))
      const doubts: [Doubt, readonly (readonly Awaited[])[]][] = [
        [against ?? (said.length > 0 ? 'entered_alike' : 'several'), exact],
        // Money that is here came as it came.
        ['other_amount', alone(meant.filter(each => !taken.includes(each) && each.enteredOn === undefined))],
        ['figures_only', alone(inFigures)],
        ['reference_misspelt', alone(misspelt)],
        ['whole_account', accounts],
      ]
      if (meant.length === 0) {
        const withAmount = names.flatMap(name => byNameAndAmount.get(nameAndAmount({ name, amountCents })) ?? [])
        const from = firstOf(
          withAmount,
          each => !misspelt.includes(each) && !inFigures.includes(each) && isOfThen(each),
        )
        doubts.push(['name_and_amount', alone(from)])
        const shownBefore = [...misspelt, ...inFigures, ...from]
        doubts.push(['amount_only', alone(firstOf(sameAmount, each => isOfThen(each) && !shownBefore.includes(each)))])
      }
      const found = doubts.flatMap(([doubt, found]) => found.map(all => ({ all, doubt }))).slice(0, mostCandidates)
      const shown = found.flatMap(({ all }) => all)
      // Of whoever may have sent it, what somebody has said already: chosen, nothing is booked twice.
      const alike = enteredAlike(shown, amountCents, bookedOn).filter(each => !shown.includes(each))
      const candidates = [...alike.map(each => ({ all: [each], doubt: 'entered_alike' as const })), ...found]
        .slice(0, mostCandidates)
        .map(({ all, doubt }) => ({ ...forAll(all), doubt }))
      return candidates.length > 0 ? { kind: 'doubtful', candidates } : { kind: 'none' }
    },
  )
}

/** A bank's day is rarely that of whoever has read the statement. */
const sameWeek = 7
const isSameWeek = (enteredOn: string, bookedOn: string | undefined) =>
  bookedOn !== undefined && Math.abs(daysBetween(enteredOn, bookedOn)) <= sameWeek

/** What of the same practice is here, with that amount and of those days. */
function newEnteredAlike(expected: readonly Awaited[]) {
  const key = (ownerId: string, amountCents: number) => `${amountCents} ${ownerId}`
  const entered = Map.groupBy(
    expected.filter(({ enteredOn, ownerId }) => enteredOn !== undefined && ownerId !== undefined),
    ({ ownerId = '', amountCents }) => key(ownerId, amountCents),
  )
  return (among: readonly Awaited[], amountCents: number, bookedOn: string | undefined): Awaited[] => {
    const owners = new Set(
      among.flatMap(({ enteredOn, ownerId }) => (enteredOn === undefined && ownerId ? [ownerId] : [])),
    )
    return [...owners].flatMap(owner =>
      (entered.get(key(owner, amountCents)) ?? []).filter(({ enteredOn = '' }) => isSameWeek(enteredOn, bookedOn)),
    )
  }
}

/** Nothing else is quoted than what this is called, and the invoices that it pays. */
function isAllOf(quoted: ReadonlySet<string>, all: readonly { letters: string; paid: readonly string[] }[]): boolean {
  const covered = new Set(all.flatMap(({ letters, paid }) => [letters, ...paid]))
  return [...quoted].every(letters => covered.has(letters))
}

const alone = (each: readonly Awaited[]) => each.map(one => [one])

function forAll([first, ...others]: readonly Awaited[]): IsFor {
  if (!first) throw new TypeError('pays nothing')
  return { awaited: first.id, together: others.map(({ id }) => id) }
}

const sumOf = (all: readonly Awaited[]) => all.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Several invoices of a practice, each by its number, and to the cent what is due on all of them. */
function allOf<T extends Awaited>(named: readonly T[], amountCents: number): (readonly T[])[] {
  const isOfOne = named.every(({ practiceId }) => practiceId !== undefined && practiceId === named[0]?.practiceId)
  const isAll = isOfOne && named.length > 1 && named.length <= mostTogether && sumOf(named) === amountCents
  return isAll ? [named] : []
}

/** Of a shorter name too much else has the letters. */
const shortestName = 5

const nameAndAmount = ({ name, amountCents }: { name: string; amountCents: number }) => `${amountCents} ${name}`

/**
 * Which of these names stand in a text: each place of it is looked at once, however many practices there are, and however many
 * of them are called a "Cabinet".
 */
function newNames(names: readonly string[]): (text: string) => string[] {
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

/** Who is named, and owes to the cent what has come, on several invoices. */
function newAccounts(
  awaited: readonly Awaited[],
): (amountCents: number, names: readonly string[]) => (readonly Awaited[])[] {
  const owed = awaited.filter(({ practiceId }) => practiceId !== undefined)
  const accounts = [...Map.groupBy(owed, ({ practiceId }) => practiceId).values()]
    .filter(({ length }) => length > 1 && length <= mostTogether)
    .map(all => ({ all, amountCents: sumOf(all), name: lettersOf(all[0]?.practice ?? '') }))
  const bySum = Map.groupBy(accounts, nameAndAmount)
  return (amountCents, names) =>
    names.flatMap(name => bySum.get(nameAndAmount({ name, amountCents })) ?? []).map(({ all }) => all)
}

/** As banks word what comes back, in their capitals or not: it is rarely what a practice pays with. */
const ofReturn =
  /\b(rejets?|rejt?|rjt|rejete\w*|impayes?|impayees?|retours?|retournee?s?|annulations?|annul|annulee?s?|contrepass\w*|extournes?|rembours\w*|rembt?s?|rbst|rbt|reject(ed|ion)?|returned|returns?|unpaid|reversals?|reversed|chargebacks?|bounced|refus(ed|ee?|al)?|refund(ed|s)?)\b/
/** What is too short to say it alone says it beside what came back. */
const besidePayment =
  /\b(?:(?:imp|ret|rtr|rtn|rtd|ann) (?:virt?|virements?|cheques?|chqs?|prlv|prel|prelevements?|sepa|sdd|sct|lcr|effets?|payment|paiement)|(?:virt?|virements?|cheques?|chqs?|prlv|prel|prelevements?|sepa|sdd|sct|lcr|effets?|payment|paiement) (?:imp|ret|rtr|rtn|rtd|ann))\b/

/** What a line says itself against being money that came to stay. */
function againstOf(text: string, saysGone = false): Doubt | undefined {
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

/** As many as are shown, and no further. */
function firstOf<T>(of: Iterable<T>, isOne: (each: T) => boolean): T[] {
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

/** As the portal makes references and numbers: long enough to stand anywhere. What the laboratory's software has made may be "75". */
const isOurs = (reference: string) => /^(RF\d{14}|(FA|PF|AV|RE|SI)-\d{4}-\d{6,10})$/.test(reference)

/** Of a shorter number from elsewhere too much else has the letters; and figures alone are a date, an amount or a customer's number. */
const isTelling = (letters: string) => letters.length >= 6 && /[A-Z]/.test(letters)

/** Of fewer figures every line has some. */
const shortestFigures = 4
/** A number that tells nothing by itself. */
const isInFigures = ({ letters, isOurs }: { letters: string; isOurs: boolean }) =>
  !isOurs && !isTelling(letters) && letters.length >= shortestFigures

/** Whether it is one word of the text: a date has strokes within. */
function isOneWord({ letters }: { letters: string }, text: string, edges: ReadonlySet<number>): boolean {
  for (let at = text.indexOf(letters); at >= 0; at = text.indexOf(letters, at + 1)) {
    const within = Array.from(letters, (_, index) => at + index).slice(1)
    if (edges.has(at) && edges.has(at + letters.length) && !within.some(place => edges.has(place))) return true
  }
  return false
}

/** Before which letters of a text, as `lettersOf` leaves them, a word begins, and its end. */
function edgesOf(text: string): Set<number> {
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
function newNaming<T extends { letters: string; isOurs: boolean }>(
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
function newSpelling() {
  let left = mostComparisons
  return <T extends { letters: string; isOurs: boolean }>(
    text: string,
    among: readonly T[],
    isMeant: (each: T) => boolean,
  ): T[] => {
    const isMisspelt = ({ letters, isOurs }: T) => {
      // What tells nothing when it is written well tells less with a slip.
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
