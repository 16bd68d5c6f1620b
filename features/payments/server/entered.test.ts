import { expect, it } from 'vitest'
import { type Entered, withEntered } from './entered.ts'
import { type Awaited, matchEntries } from './matching.ts'

const lilas = { ownerId: 'lilas', practice: 'Cabinet des Lilas' }
const invoice: Awaited = { ...lilas, id: 'due', reference: 'FA-2026-000012', amountCents: 15_000, practiceId: 'lilas' }
const other: Awaited = { ...invoice, id: 'other', reference: 'FA-2026-000777', amountCents: 90_000 }
const said: Entered = {
  ...lilas,
  id: 'said',
  reference: 'RF18539007547034',
  amountCents: 15_000,
  enteredOn: '2026-11-10',
  means: 'transfer',
  pays: ['FA-2026-000012'],
}
type Given = { awaited?: Awaited[]; entered?: Entered[]; bookedOn?: string; lines?: number }
function matched(text: string, amountCents: number, given: Given = {}) {
  const { awaited = [invoice, other], entered = [said], bookedOn = '2026-11-12', lines = 1 } = given
  const entries = Array.from({ length: lines }, () => ({ text, payer: '', amountCents, bookedOn }))
  return withEntered(entries, matchEntries(entries, awaited), awaited, entered)[0]
}
const sure = (id: string, together: string[] = []) => ({ kind: 'sure', awaited: id, together })
const candidates = (...all: [string, string][]) => ({
  kind: 'doubtful',
  candidates: all.map(([awaited, doubt]) => ({ awaited, together: [], doubt })),
})

it('is what a line of those days says by its reference, or by the invoice that it has paid', () => {
  expect(matched('VIR RF18 5390 0754 7034', 15_000)).toEqual(sure('said'))
  expect(matched('VIR FA-2026-000012', 15_000, { awaited: [other] })).toEqual(sure('said'))
  // Another transfer of the same amount is only a guess beside it.
  const alike = { ...other, amountCents: 15_000 }
  expect(matched('VIR FA-2026-000012', 15_000, { awaited: [alike] })).toEqual(sure('said'))
  expect(matched('VIR FA-2026-000012', 15_000, { awaited: [other], lines: 2 })).toEqual(candidates(['said', 'several']))
})

it('is never surely a line that quotes it where it was a cheque, a card or something else', () => {
  for (const means of ['check', 'card', 'other'] as const)
    expect(matched('VIR FA-2026-000012', 15_000, { awaited: [other], entered: [{ ...said, means }] })).toEqual(
      candidates(['said', 'other_means']),
    )
  const debit = { ...said, means: 'direct_debit' as const }
  expect(matched('PRLV FA-2026-000012', 15_000, { awaited: [other], entered: [debit] })).toEqual(sure('said'))
})

it('is for a person to tell from a second payment of as much for an invoice that is still due', () => {
  expect(matched('VIR FA-2026-000012', 15_000, { bookedOn: '2026-11-17' })).toEqual(
    candidates(['said', 'several'], ['due', 'entered_alike']),
  )
  expect(matched('VIR FA-2026-000012', 15_000, { bookedOn: '2026-11-18' })).toEqual(sure('due'))
  // When more is due than came, it is an instalment, or the previous one once more.
  const due = { ...invoice, amountCents: 30_000 }
  expect(matched('VIR FA-2026-000012 ECHEANCE 2', 15_000, { awaited: [due] })).toEqual(
    candidates(['said', 'several'], ['due', 'other_amount']),
  )
})

it('is shown first beside all that may be of its practice, with its amount and of those days', () => {
  const bookedOn = '2026-11-03'
  const alike = { ...said, amountCents: 90_000, pays: [] }
  expect(matched('VIR FA-2026-000777', 90_000, { entered: [alike], bookedOn })).toEqual(
    candidates(['said', 'entered_alike'], ['other', 'entered_alike']),
  )
  expect(matched('VIR FA-2026-000012', 90_000, { entered: [alike], bookedOn })).toEqual(
    candidates(['said', 'entered_alike'], ['due', 'other_amount']),
  )
  expect(matched('VIR FA-2026-000777', 90_000, { entered: [alike], bookedOn: '2026-11-02' })).toEqual(sure('other'))
  const another = { ...alike, ownerId: 'tilleuls', practice: 'Cabinet des Tilleuls' }
  expect(matched('VIR FA-2026-000777', 90_000, { entered: [another], bookedOn })).toEqual(sure('other'))
  expect(matched('VIR CABINET DES LILAS', 90_000, { awaited: [], entered: [alike, another], bookedOn })).toEqual(
    candidates(['said', 'name_and_amount'], ['said', 'amount_only']),
  )
})

it('leaves a place for what the line pays otherwise, however many are alike', () => {
  const many = Array.from({ length: 6 }, (_, index) => ({ ...said, id: `said${index}`, pays: [], amountCents: 90_000 }))
  const match = matched('VIR FA-2026-000777', 90_000, { entered: many })
  expect(match).toMatchObject({ kind: 'doubtful' })
  expect(match?.kind === 'doubtful' && match.candidates.map(({ awaited }) => awaited)).toContain('other')
})

it('cuts nothing of what the line may be for: of five practices that owe as much each stays to be chosen', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((ownerId, index) => ({
    ...{ ownerId, practiceId: ownerId, practice: `Cabinet ${ownerId}`, id: `due ${ownerId}`, amountCents: 15_000 },
    reference: `FA-2026-00002${index}`,
  }))
  const here = five.slice(0, 4).map(each => ({ ...said, ...each, id: `said ${each.ownerId}`, pays: [] }))
  const match = matched('VIR SCM', 15_000, { awaited: five, entered: here })
  const found = match?.kind === 'doubtful' ? match.candidates.map(({ awaited }) => awaited) : []
  expect(found.filter(id => id.startsWith('due'))).toEqual(five.map(({ id }) => id))
})

it('of several invoices is one line where it quotes them all, and together they are its amount', () => {
  const both = [
    said,
    { ...said, id: 'also', reference: 'RF04000000000000', amountCents: 20_000, pays: ['FA-2026-000013'] },
  ]
  const text = 'VIR FA-2026-000012 FA-2026-000013'
  expect(matched(text, 35_000, { awaited: [], entered: both })).toEqual(sure('said', ['also']))
  expect(matched(text, 34_999, { awaited: [], entered: both })).toEqual({ kind: 'none' })
  const ofTwo = both.map((each, index) => ({ ...each, ownerId: `practice ${index}` }))
  expect(matched(text, 35_000, { awaited: [], entered: ofTwo })).toEqual({ kind: 'none' })
})

it('of those days all of a practice are shown together, where their sum is the line and something else of it is quoted', () => {
  const both = [
    said,
    { ...said, id: 'also', reference: 'RF04000000000000', amountCents: 75_000, pays: ['FA-2026-000013'] },
  ]
  expect(matched('VIR FA-2026-000777', 90_000, { entered: both })).toEqual({
    kind: 'doubtful',
    candidates: [
      { awaited: 'said', together: ['also'], doubt: 'entered_alike' },
      { awaited: 'other', together: [], doubt: 'entered_alike' },
    ],
  })
})

it('of an announcement that has ended, what has paid its invoices instead is shown, whatever else came that week', () => {
  const over: Awaited = {
    ...{ ...lilas, id: 'over', reference: 'RF36000000000000', amountCents: 90_000, isOver: true },
    wasFor: ['FA-2026-000012', 'FA-2026-000013'],
  }
  const all: Entered[] = [
    said,
    { ...said, id: 'also', reference: 'RF04000000000000', amountCents: 75_000, pays: ['FA-2026-000013'] },
    { ...said, id: 'third', reference: 'RF05000000000000', amountCents: 10_000, pays: ['FA-2026-000014'] },
  ]
  const both = {
    kind: 'doubtful',
    candidates: [
      { awaited: 'said', together: ['also'], doubt: 'entered_alike' },
      { awaited: 'over', together: [], doubt: 'entered_alike' },
    ],
  }
  expect(matched('VIR RF36000000000000', 90_000, { awaited: [over], entered: all })).toEqual(both)
  expect(matched('VIR RF36000000000000', 90_000, { awaited: [over], entered: all.slice(0, 2) })).toEqual(both)
})

it('came as it came: a line with another amount is other money, and a line of return is never surely it', () => {
  expect(matched('VIR RF18 5390 0754 7034', 14_000)).toEqual({ kind: 'none' })
  expect(matched('REJET VIR FA-2026-000012', 15_000, { awaited: [] })).toEqual(candidates(['said', 'sent_back']))
})

it('what has ended without money is known by its reference alone', () => {
  const over: Awaited = { ...lilas, id: 'over', reference: 'RF18539007547034', amountCents: 15_000, isOver: true }
  expect(matchEntries([{ text: 'RF18 5390 0754 7034', payer: '', amountCents: 15_000 }], [over])).toEqual([
    sure('over'),
  ])
  expect(matchEntries([{ text: 'CABINET DES LILAS', payer: '', amountCents: 15_000 }], [over])).toEqual([
    { kind: 'none' },
  ])
})
