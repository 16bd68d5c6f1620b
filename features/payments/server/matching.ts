import type { Doubt } from '../contract.ts'
import { mostTogether } from '../rules.ts'
import type { Arrived } from './bank-statement.ts'
import {
  againstOf,
  edgesOf,
  firstOf,
  isInFigures,
  isOneWord,
  isOurs,
  lettersOf,
  mostCandidates,
  newNames,
  newNaming,
  newSpelling,
} from './bank-words.ts'

/**
 * Awaited money: a transfer that a practice has announced, with the numbers of the invoices it `pays`; or an invoice, by
 * its number and practice.
 */
export type Awaited = {
  id: string
  reference: string
  amountCents: number
  practiceId?: string
  practice?: string
  pays?: readonly string[]
  /** Of an announced transfer, what it still has to pay once other money has paid some of its invoices. */
  restCents?: number
  /** Ended without money, which may still come: matched only by its own reference. */
  isOver?: boolean
  /** If it is over, the numbers of the invoices it was to pay. */
  wasFor?: readonly string[]
  /** The owning practice, for transfers and invoices alike. */
  ownerId?: string
}

export type Arrival = Pick<Arrived, 'text' | 'payer' | 'amountCents' | 'saysGone'>

/** When several invoices are meant, the others stand in `together`. */
type IsFor = { awaited: string; together: string[] }

export type Match =
  | ({ kind: 'sure' } & IsFor)
  | { kind: 'doubtful'; candidates: (IsFor & { doubt: Doubt })[] }
  | { kind: 'none' }

/**
 * Matches a bank file's entries to announced transfers or to one or more invoices of a practice. A match is `sure` only
 * with the whole reference (or all of them) and the exact amount, unique on both sides, and without words of a returned
 * or outgoing payment; a person decides the rest. Practices that announced a transfer often quote the invoice's number
 * all the same.
 */
export function matchEntries(entries: readonly Arrival[], awaited: readonly Awaited[]): Match[] {
  const expected = awaited.map(each => ({
    ...each,
    letters: lettersOf(each.reference),
    isOurs: isOurs(each.reference),
    name: lettersOf(each.practice ?? ''),
    paid: (each.pays ?? []).map(lettersOf),
  }))
  const open = expected.filter(({ isOver }) => !isOver)
  const byAmount = Map.groupBy(open, ({ amountCents }) => amountCents)
  const inFiguresByAmount = Map.groupBy(open.filter(isInFigures), ({ amountCents }) => amountCents)
  const namedIn = newNaming(expected)
  const paidIn = newNaming(
    expected.flatMap(by =>
      (by.pays ?? []).map(reference => ({ letters: lettersOf(reference), isOurs: isOurs(reference), by })),
    ),
  )
  const misspeltIn = newSpelling()
  const byNameAndAmount = Map.groupBy(open, nameAndAmount)
  const namesIn = newNames(open.map(({ name }) => name))
  const accountsOf = newAccounts(awaited)
  const read = entries.map(({ text, payer, amountCents, saysGone }) => {
    const letters = lettersOf(text)
    const edges = edgesOf(text)
    const named = namedIn(letters, edges)
    const paid = paidIn(letters, edges)
    // Named by its own reference, or by the number of an invoice it pays.
    const meant = [...new Set([...named, ...paid.map(({ by }) => by)])]
    // A quoted reference of somebody else makes it somebody else's money, so names are ignored then.
    const names = meant.length === 0 ? namesIn(lettersOf(`${text} ${payer}`)) : []
    return {
      letters,
      edges,
      names,
      amountCents,
      meant,
      quoted: new Set([...named, ...paid].map(each => each.letters)),
      // Complete ways to pay what is named: one of them, or all together.
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
  return read.map(({ letters, edges, names, amountCents, meant, quoted, exact, against, accounts }) => {
    const [only, another] = exact
    const isAlone = !another && only?.every(({ id }) => claims.get(id)?.length === 1)
    if (only && isAlone && isAllOf(quoted, only) && !against) return { kind: 'sure', ...forAll(only) }
    const taken = exact.flat()
    const sameAmount = byAmount.get(amountCents) ?? []
    const inFigures = firstOf(inFiguresByAmount.get(amountCents) ?? [], each => isOneWord(each, letters, edges))
    const misspelt = misspeltIn(letters, sameAmount, each => !taken.includes(each))
    const doubts: [Doubt, readonly (readonly Awaited[])[]][] = [
      [against ?? 'several', exact],
      ['other_amount', alone(meant.filter(each => !taken.includes(each)))],
      ['figures_only', alone(inFigures)],
      ['reference_misspelt', alone(misspelt)],
      ['whole_account', accounts],
    ]
    if (meant.length === 0) {
      const withAmount = names.flatMap(name => byNameAndAmount.get(nameAndAmount({ name, amountCents })) ?? [])
      const from = firstOf(withAmount, each => !misspelt.includes(each) && !inFigures.includes(each))
      doubts.push(['name_and_amount', alone(from)])
      const shown = [...misspelt, ...inFigures, ...from]
      doubts.push(['amount_only', alone(firstOf(sameAmount, each => !shown.includes(each)))])
    }
    const candidates = doubts
      .flatMap(([doubt, found]) => found.map(all => ({ ...forAll(all), doubt })))
      .slice(0, mostCandidates)
    return candidates.length > 0 ? { kind: 'doubtful', candidates } : { kind: 'none' }
  })
}

/** Whether nothing is quoted but these references and the invoices they pay. */
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

/** Several invoices of one practice, each quoted by number, whose dues add up exactly. */
function allOf<T extends Awaited>(named: readonly T[], amountCents: number): (readonly T[])[] {
  const isOfOne = named.every(({ practiceId }) => practiceId !== undefined && practiceId === named[0]?.practiceId)
  const isAll = isOfOne && named.length > 1 && named.length <= mostTogether && sumOf(named) === amountCents
  return isAll ? [named] : []
}

const nameAndAmount = ({ name, amountCents }: { name: string; amountCents: number }) => `${amountCents} ${name}`

/** Practices named in the text that owe exactly the amount received, on several invoices. */
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
