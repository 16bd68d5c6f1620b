import { describe, expect, it } from 'vitest'
import { dataOf, post, startBillingTests } from '#test/billing.ts'
import { today } from '#test/today.ts'
import { payers, toldByTwo as toldByTwoOf } from '#test/told-by-two.ts'
import type { ReadEntry } from '../contract.ts'

const billing = startBillingTests()
const { make } = billing

async function theBooks() {
  const books = await toldByTwoOf(billing)
  const { accounting } = books
  const [year, month, day] = today.split('-')
  const readAll = async (...lines: [string, string][]): Promise<ReadEntry[]> => {
    const body = [
      'Date;Libellé;Crédit',
      ...lines.map(([text, amount]) => `${day}/${month}/${year};${text};${amount}`),
    ].join('\n')
    const headers = { 'content-type': 'application/octet-stream' }
    return (await dataOf(await accounting('/api/staff/bank-files', { body, headers }))).entries
  }
  const recordAll = async (...lines: [ReadEntry | undefined, string][]) => {
    const received = lines.map(([line, awaited]) => ({
      awaited,
      key: line?.key,
      amountCents: line?.amountCents,
      bookedOn: line?.bookedOn,
    }))
    const data = await dataOf(await accounting('/api/staff/transfers/received', { body: { received } }))
    return data.map(({ outcome }: { outcome: string }) => outcome)
  }
  return { ...books, readAll, recordAll }
}
const isRecorded = (entries: readonly ReadEntry[]) => entries.map(({ match }) => match.kind === 'recorded')

describe('two equal lines that were recorded for one announcement', () => {
  const announced = async () => {
    const books = await theBooks()
    const { id, transfer } = await books.announce(30_000, await books.invoice('F2026-0001'))
    const lines = () =>
      books.readAll([`VIR UN ${transfer.reference}`, '300,00'], [`VIR DEUX ${transfer.reference}`, '300,00'])
    return { ...books, id, lines }
  }

  it('are free each for itself, when what it brought is taken back as a mistake', async () => {
    const { id, lines, recordAll, takeBack, paymentsOf, record, balance } = await announced()
    const [one, two] = await lines()
    expect([await recordAll([one, id]), await recordAll([two, id])]).toEqual([['received'], ['left_open']])
    const [first = '', second = ''] = await paymentsOf()
    await takeBack(second, 'mistake', 30_000)
    expect(isRecorded(await lines())).toEqual([true, false])
    expect(await record(two as ReadEntry, id)).toBe('left_open')
    expect(isRecorded(await lines())).toEqual([true, true])
    await takeBack(first, 'mistake', 30_000)
    expect(isRecorded(await lines())).toEqual([false, true])
    expect(await balance()).toBe(0)
  })

  it('are told apart though they were recorded in one press', async () => {
    const { id, lines, recordAll, takeBack, paymentsOf } = await announced()
    const [one, two] = await lines()
    expect(await recordAll([one, id], [two, id])).toEqual(['received', 'left_open'])
    const other = (await paymentsOf()).find(payment => payment !== id) ?? ''
    await takeBack(other, 'mistake', 30_000)
    expect(isRecorded(await lines())).toEqual([true, false])
    await takeBack(id, 'mistake', 30_000)
    expect(isRecorded(await lines())).toEqual([false, false])
  })
})

it('what was typed of an announcement still waits for its line, though an equal one has come', async () => {
  const { invoice, announce, accounting, practice, read, record } = await theBooks()
  const { id, transfer } = await announce(30_000, await invoice('F2026-0001'))
  const arrived = { practiceId: practice.id, transferId: id, amountCents: 29_000, receivedOn: today }
  await dataOf(await accounting('/api/staff/payments', post(arrived)))
  const { entry, entered } = await read(`VIR ${transfer.reference}`, '290,00')
  const [typed] = entered
  expect(await record(entry, id, { besides: [typed.id] })).toBe('left_open')
  expect((await read(`VIR BIS ${transfer.reference}`, '290,00')).entered).toEqual(entered)
})

it('an announcement is awaited again when the other amount that came for it was a mistake', async () => {
  const { invoice, announce, read, record, takeBack, paymentsOf } = await theBooks()
  const { id, transfer } = await announce(30_000, await invoice('F2026-0001'))
  const line = () => read(`VIR ${transfer.reference}`, '290,00')
  expect(await record((await line()).entry, id)).toBe('received')
  expect((await read(`VIR BIS ${transfer.reference}`, '290,00')).awaited).toEqual([])
  const [booked = ''] = await paymentsOf()
  await takeBack(booked, 'mistake', 29_000)
  expect((await line()).entry.match).toMatchObject({ candidates: [{ awaited: id }] })
})

it('a told transfer whose amount was corrected has its line in the line of the right amount', async () => {
  const { invoice, announce, tell, read, record, takeBack } = await theBooks()
  const { id, transfer } = await announce(30_000, await invoice('F2026-0001'))
  await dataOf(await tell('P1', payers('F2026-0001')))
  await takeBack(id, 'mistake', 5_000)
  const { entry } = await read(`VIR ${transfer.reference}`, '250,00')
  expect(await record(entry, id)).toBe('repeated')
  expect((await read('VIR CABINET DES LILAS', '250,00')).entered).toEqual([])
})

describe('a line that is free again', () => {
  const freed = async () => {
    const books = await theBooks()
    const wrong = await books.invoice('F2026-0001', 50_000)
    const line = () => books.read('VIR F2026-0001', '500,00')
    const { entry } = await line()
    expect(await books.record(entry, wrong)).toBe('received')
    const [booked = ''] = await books.paymentsOf()
    await books.takeBack(booked, 'mistake', 50_000)
    return { ...books, line, entry }
  }

  it('says of several payments that are here that the bank has them, too', async () => {
    const { invoice, tell, entry, record, line } = await freed()
    await invoice('F2026-0002')
    await invoice('F2026-0003', 20_000)
    const told = await dataOf(await tell('P1', payers('F2026-0002')))
    const rest = await dataOf(await tell('P2', { amountCents: 20_000, ...payers('F2026-0003') }))
    const { entered } = await line()
    const [one, two] = [told, rest].map(
      ({ pieceCode }) => entered.find((each: { pieceCode: string }) => each.pieceCode === pieceCode)?.id,
    )
    expect(await record(entry, one, { together: [two] })).toBe('repeated')
    expect((await line()).entry.match).toEqual({ kind: 'recorded' })
  })

  it('is what was announced', async () => {
    const { invoice, announce, entry, record, line } = await freed()
    const { id } = await announce(50_000, await invoice('F2026-0002', 50_000))
    expect(await record(entry, id)).toBe('received')
    expect((await line()).entry.match).toEqual({ kind: 'recorded' })
  })

  it('is assigned to a practice', async () => {
    const { accounting, practice, entry, line } = await freed()
    const { key, amountCents, bookedOn, text: words } = entry
    const body = { practiceId: practice.id, key, amountCents, bookedOn, words }
    expect(await dataOf(await accounting('/api/staff/transfers/unexpected', { body }))).toEqual({ outcome: 'received' })
    expect((await line()).entry.match).toEqual({ kind: 'recorded' })
  })
})

it('the practice reads what came for its announcement, not what was booked in the same press', async () => {
  const { invoice, announce, manager, readAll, recordAll } = await theBooks()
  const seen = []
  for (const place of [1, 2, 3, 4]) {
    const [first, second] = [await invoice(`F-${place}`), await invoice(`G-${place}`, 50_000)]
    const { id, transfer } = await announce(30_000, first)
    const [part, whole] = await readAll([`VIR ${transfer.reference}`, '290,00'], [`VIR G-${place}`, '500,00'])
    await recordAll([part, id], [whole, second])
    seen.push((await dataOf(await manager(`/api/payments/${id}`))).cameInsteadCents)
  }
  expect(seen).toEqual([29_000, 29_000, 29_000, 29_000])
})

it('what has paid an announcement’s invoices is offered as what its line is, whatever else came that week', async () => {
  const { invoice, announce, accounting, practice, tell, read, answerTo, record } = await theBooks()
  const cheque = { practiceId: practice.id, invoiceIds: [], amountCents: 5_000, receivedOn: today, means: 'check' }
  const announced = await announce(30_000, await invoice('F2026-0001', 18_000), await invoice('F2026-0002', 12_000))
  await dataOf(await accounting('/api/staff/payments', post(cheque)))
  const { entry } = await read(`VIR ${announced.transfer.reference}`, '300,00')
  await dataOf(await tell('P1', { amountCents: 18_000, ...payers('F2026-0001') }))
  await dataOf(await tell('P2', { amountCents: 12_000, ...payers('F2026-0002') }))
  const { outcome, alike } = await answerTo(entry, announced.id)
  expect([outcome, alike.map(({ amountCents }: { amountCents: number }) => amountCents).toSorted()]).toEqual([
    'entered_alike',
    [12_000, 18_000],
  ])
  const [one, two] = alike
  expect(await record(entry, one.id, { together: [two.id] })).toBe('repeated')
})

it('of more payments than are shown together no sum is made', async () => {
  const { laboratory, practice, invoice, read, record } = await theBooks()
  const enter = (count: number) =>
    make.within(laboratory.id, client =>
      client.query(
        `insert into payments (brand_id, practice_id, mode, amount_cents, provider, reference, received_on, means, status, settled_at)
         select $1, $2, 'manual', 100, 'manual', tenant.new_payment_reference($1), $3, 'transfer', 'succeeded', now() from generate_series(1, $4)`,
        [laboratory.id, practice.id, today, count],
      ),
    )
  const id = await invoice('F2026-0001')
  await enter(200)
  expect(await record((await read('VIR F2026-0001', '200,00')).entry, id)).toBe('entered_alike')
  await enter(1)
  expect(await record((await read('VIR F2026-0001', '201,00')).entry, id)).toBe('received')
})
