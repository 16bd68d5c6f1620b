import type { PaymentMeans } from '#db/schema.ts'
import { type Day, daysBetween } from '#kit/day.ts'
import type { Doubt } from '../contract.ts'
import { mostTogether } from '../rules.ts'
import { againstOf, edgesOf, isOurs, lettersOf, newNames, newNaming } from './bank-words.ts'
import type { Arrival, Awaited, Match } from './matching.ts'

/**
 * Money entered as received by people or the laboratory's software and not yet matched by a line of a bank file; a line
 * of about those days may be that very money. `reference`: of its announcement, if any; `pays`: the invoices it has paid.
 */
export type Entered = {
  id: string
  reference: string
  amountCents: number
  enteredOn: Day
  ownerId: string
  practice: string
  means: PaymentMeans
  pays: readonly string[]
}

export type Line = Arrival & { bookedOn: Day }
type Candidate = { awaited: string; together: string[]; doubt: Doubt }

/** The bank's booking day rarely equals the day somebody read the statement. */
export const daysApart = 7
/** Beside the candidates of the line itself. */
const mostAlike = 3

/**
 * Means whose money comes as a line that quotes what it pays. A practice that has paid by cheque may transfer the same
 * amount by mistake: that line is other money, which a sure match would swallow.
 */
const comesQuoting: ReadonlySet<PaymentMeans> = new Set(['transfer', 'direct_debit'])

/**
 * Adds entered money to each line's candidates, so that choosing it books nothing twice. It is certain where the line
 * quotes it, or the invoices it has paid, and nothing else that is awaited. Nothing else is certain for an owner who has
 * the same amount entered already.
 */
export function withEntered(
  lines: readonly Line[],
  matches: readonly Match[],
  awaited: readonly Awaited[],
  entered: readonly Entered[],
): Match[] {
  if (entered.length === 0) return [...matches]
  const known = entered.map(each => ({ ...each, name: lettersOf(each.practice), day: dayNumber(each.enteredOn) }))
  const quotedIn = newNaming(
    known.flatMap(by =>
      [by.reference, ...by.pays].map(number => ({ letters: lettersOf(number), isOurs: isOurs(number), by })),
    ),
  )
  const namesIn = newNames(known.map(({ name }) => name))
  const byAmount = Map.groupBy(known, ({ amountCents }) => amountCents)
  const byOwner = Map.groupBy(known, ({ ownerId }) => ownerId)
  const owners = new Map(awaited.map(({ id, ownerId }) => [id, ownerId]))
  const byId = new Map(awaited.map(each => [each.id, each]))
  const over = new Map(awaited.flatMap(each => (each.isOver ? [[each.id, each] as const] : [])))
  const read = lines.map(({ text, payer, amountCents, bookedOn, saysGone }) => {
    const day = dayNumber(bookedOn)
    const isOfThen = (each: { day: number }) => Math.abs(each.day - day) <= daysApart
    const letters = lettersOf(text)
    const quoted = [...new Set(quotedIn(letters, edgesOf(text)).map(({ by }) => by))].filter(isOfThen)
    return {
      alike: (byAmount.get(amountCents) ?? []).filter(isOfThen),
      allOfOwner: (ownerId: string) => allOf((byOwner.get(ownerId) ?? []).filter(isOfThen), amountCents),
      // What has paid the invoices of an announcement that is over, apart from all else of those days.
      allInstead: (id: string) => {
        const { ownerId = '', wasFor = [] } = over.get(id) ?? {}
        const instead = (byOwner.get(ownerId) ?? []).filter(isOfThen)
        return allOf(
          instead.filter(({ pays }) => pays.some(number => wasFor.includes(number))),
          amountCents,
        )
      },
      // Here in part: what is entered, with what is still owed of the same announcement or of what the line quotes.
      partly: (found: readonly Candidate[]) => {
        const wanted = found.flatMap(({ awaited, together }) =>
          together.length === 0 ? (byId.get(awaited) ?? []) : [],
        )
        const comes = ({ ownerId, means }: Entered, of: Awaited) => ownerId === of.ownerId && comesQuoting.has(means)
        const invoices = wanted.filter(each => each.practiceId !== undefined)
        const ofInvoices = allPartly(
          quoted.filter(each => invoices.some(of => comes(each, of))),
          invoices,
          amountCents,
        )
        const ofAnnounced = wanted.flatMap(of => {
          const ofOwner = (byOwner.get(of.ownerId ?? '') ?? []).filter(isOfThen)
          const paid = ofOwner.filter(each => comes(each, of) && each.pays.some(number => of.pays?.includes(number)))
          return allPartly(paid, of.restCents ? [{ ...of, amountCents: of.restCents }] : [], amountCents)
        })
        return [...ofInvoices, ...ofAnnounced]
      },
      names: namesIn(lettersOf(`${text} ${payer}`)),
      // Either one of them, or all together.
      exact: [
        ...quoted.filter(each => each.amountCents === amountCents).map(each => [each]),
        ...allOf(quoted, amountCents),
      ],
      against: againstOf(`${text} ${payer}`, saysGone),
    }
  })
  const claims = Map.groupBy(
    read.flatMap(({ exact }) => exact.flat()),
    ({ id }) => id,
  )
  return matches.map((match, index): Match => {
    const found = read[index]
    if (!found) return match
    const { alike, allOfOwner, allInstead, partly, names, exact, against } = found
    const others =
      match.kind === 'sure' ? [{ ...match, doubt: against ?? ('entered_alike' as const) }] : candidatesOf(match)
    const [only] = exact
    const isAlone = exact.length === 1 && only?.every(({ id }) => claims.get(id)?.length === 1)
    const isQuoting = only?.every(({ means }) => comesQuoting.has(means)) ?? false
    if (only && isAlone && isQuoting && !against && others.every(({ doubt }) => isGuess.has(doubt)))
      return { kind: 'sure', ...forAll(only) }
    const shownOwners = new Set(others.flatMap(({ awaited }) => owners.get(awaited) ?? []))
    const instead = others.flatMap(({ awaited }) => allInstead(awaited))
    const near = alike.filter(each => !exact.some(all => all.includes(each)))
    const said: [Doubt, readonly Entered[][]][] = [
      [against ?? (isAlone && !isQuoting ? 'other_means' : 'several'), exact],
      ['entered_alike', alone(near.filter(({ ownerId }) => shownOwners.has(ownerId)))],
      // The sum of all entered in those days, as the question at recording compares it.
      ['entered_alike', exact.length > 0 ? [] : onceEach([...shownOwners].flatMap(allOfOwner), instead)],
      ['name_and_amount', alone(near.filter(({ ownerId, name }) => !shownOwners.has(ownerId) && names.includes(name)))],
      ['amount_only', others.length > 0 ? [] : alone(near.filter(({ name }) => !names.includes(name)))],
    ]
    const inPart = partly(others.filter(({ doubt }) => !isGuess.has(doubt)))
    const here = [
      ...inPart.map(all => ({ ...forAll(all), doubt: against ?? ('several' as const) })),
      ...said.flatMap(([doubt, found]) => found.map(all => ({ ...forAll(all), doubt }))),
    ].slice(0, mostAlike)
    if (here.length === 0) return match
    // What the line itself may be for is never cut: it may be that all the same.
    return { kind: 'doubtful', candidates: [...here, ...others.map(bare)] }
  })
}

/** Doubts that rest on no quoted number. */
const isGuess: ReadonlySet<Doubt> = new Set([
  'reference_misspelt',
  'figures_only',
  'name_and_amount',
  'amount_only',
  'whole_account',
])

const candidatesOf = (match: Match) => (match.kind === 'doubtful' ? match.candidates : [])
const bare = ({ awaited, together, doubt }: Candidate): Candidate => ({ awaited, together, doubt })
const idsOf = (all: readonly Entered[]) => all.map(({ id }) => id).join(' ')
const onceEach = (...groups: readonly (readonly Entered[][])[]) => [
  ...new Map(groups.flat().map(all => [idsOf(all), all])).values(),
]
const alone = (all: readonly Entered[]) => all.map(each => [each])
const forAll = ([first, ...others]: readonly { id: string }[]) => ({
  awaited: first?.id ?? '',
  together: others.map(({ id }) => id),
})

/** Software reports a payment per invoice, but the money comes as one transfer. */
function allOf<T extends Entered>(all: readonly T[], amountCents: number): T[][] {
  const isOfOne = all.every(({ ownerId }) => ownerId === all[0]?.ownerId)
  const sum = all.reduce((sum, each) => sum + each.amountCents, 0)
  return isOfOne && all.length > 1 && all.length <= mostTogether && sum === amountCents ? [[...all]] : []
}

/** What is entered and what is still owed, of one practice, where together they are the amount that came. */
function allPartly(entered: readonly Entered[], owed: readonly Awaited[], amountCents: number): { id: string }[][] {
  const all = [...entered, ...owed]
  const isOfOne = all.every(({ ownerId }) => ownerId === all[0]?.ownerId)
  const sum = all.reduce((sum, each) => sum + each.amountCents, 0)
  const isSome = entered.length > 0 && owed.length > 0 && all.length <= mostTogether
  return isSome && isOfOne && sum === amountCents ? [all] : []
}

const dayNumber = (day: Day) => daysBetween('2000-01-01', day)
