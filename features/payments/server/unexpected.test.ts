import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { startBankFileTests } from '#test/bank-files.ts'
import { problemOf } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import { today } from '#test/today.ts'
import { waitedFor } from '#test/waited-for.ts'
import type { ReadEntry } from '../contract.ts'

const { make, as, aLaboratory, read, receive, dueOf } = startBankFileTests()
const path = '/api/staff/transfers/unexpected'

const bodyOf = (practice: { id: string }, entry: ReadEntry | undefined, more: object = {}) => ({
  practiceId: practice.id,
  key: entry?.key,
  amountCents: entry?.amountCents,
  bookedOn: entry?.bookedOn,
  words: entry?.text,
  ...more,
})
/** A practice that owes 500 €, and an entry for which nothing is awaited. */
async function aStrangersTransfer(amount = '123,45') {
  const { laboratory, staff } = await aLaboratory()
  const practice = await make.practice(laboratory)
  await make.invoice(practice, { amount_cents: 50_000 })
  const { entries } = await read(staff, [['VIR SCM DES TILLEULS', amount]])
  return { laboratory, staff, practice, entry: entries[0] }
}
/** Records the entry for this practice in a transaction kept open while `ask` begins. */
async function whileRecorded<T>({ laboratory, id }: TestPractice, entry: ReadEntry | undefined, ask: () => Promise<T>) {
  const asked = await make.within(laboratory.id, async client => {
    await client.query('select tenant.receive_for_practice($1, $2, $3, $4, $5, false)', [
      id,
      entry?.key,
      entry?.amountCents,
      entry?.bookedOn,
      entry?.text,
    ])
    const answer = ask()
    await waitedFor(client)
    return { answer }
  })
  return asked.answer
}

describe('an entry for which nothing was awaited', () => {
  it('pays what the practice owes whose it is, with the words of the bank, and is recorded then', async () => {
    const { laboratory, staff, practice, entry } = await aStrangersTransfer()
    expect(entry?.match).toEqual({ kind: 'none' })
    const answer = await staff(path, { body: bodyOf(practice, entry) })
    expect(await answer.json()).toEqual({ data: { outcome: 'received' } })
    expect((await dueOf(practice))?.due).toBe(50_000 - 12_345)
    // Sent again because the answer was lost; and read again.
    expect(await (await staff(path, { body: bodyOf(practice, entry) })).json()).toEqual({
      data: { outcome: 'repeated' },
    })
    expect((await dueOf(practice))?.due).toBe(50_000 - 12_345)
    expect((await read(staff, [['VIR SCM DES TILLEULS', '123,45']])).entries[0]?.match).toEqual({ kind: 'recorded' })
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select means, payer_reference, received_on::text from payments where practice_id = $1', [
        practice.id,
      ]),
    )
    expect(rows).toEqual([{ means: 'transfer', payer_reference: 'VIR SCM DES TILLEULS', received_on: entry?.bookedOn }])
  })

  it('that is more than is owed leaves the rest open on its receipt', async () => {
    const { staff, practice, entry } = await aStrangersTransfer('600,00')
    const answer = await staff(path, { body: bodyOf(practice, entry) })
    expect(await answer.json()).toEqual({ data: { outcome: 'left_open' } })
    expect((await dueOf(practice))?.due).toBe(0)
  })

  it('is one practice’s alone, of two who say it at once as well', async () => {
    const { laboratory, staff, practice, entry } = await aStrangersTransfer()
    const other = await make.practice(laboratory)
    const colleague = await as(await make.user(laboratory, { role: 'accounting' }))
    const answers = await Promise.all([
      staff(path, { body: bodyOf(practice, entry) }),
      colleague(path, { body: bodyOf(other, entry) }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    for (const answer of answers)
      if (answer.status === 409) expect(await problemOf(answer)).toMatchObject({ code: 'entry_used' })
    const { rows } = await make.within(laboratory.id, client =>
      client.query(`select from invoices where brand_id = $1 and type = 'paiement'`, [laboratory.id]),
    )
    expect(rows).toHaveLength(1)
  })

  it('that somebody is recording at this very moment waits for it: it is another practice’s then, or this one’s already', async () => {
    const { laboratory, staff, practice, entry } = await aStrangersTransfer()
    const other = await make.practice(laboratory)
    const ofOther = await whileRecorded(other, entry, () => staff(path, { body: bodyOf(practice, entry) }))
    expect(await problemOf(ofOther)).toMatchObject({ status: 409, code: 'entry_used' })
    const [again] = (await read(staff, [['VIR SCM DES TILLEULS', '23,45']])).entries
    const ofThis = await whileRecorded(practice, again, () => staff(path, { body: bodyOf(practice, again) }))
    expect(await ofThis.json()).toEqual({ data: { outcome: 'repeated' } })
    expect((await dueOf(practice))?.due).toBe(50_000 - 2345)
  })

  it('is left out of what somebody else records for invoices at this very moment, and the rest of that is recorded', async () => {
    const { laboratory, staff } = await aLaboratory()
    const [named, another, other] = [
      await make.practice(laboratory),
      await make.practice(laboratory),
      await make.practice(laboratory),
    ]
    const [invoice, anotherInvoice] = [
      await make.invoice(named, { amount_cents: 50_000 }),
      await make.invoice(another, { amount_cents: 50_000 }),
    ]
    const { entries } = await read(staff, [
      ['VIR SEPA', '400,00'],
      ['VIR SEPA', '500,00'],
    ])
    const outcomes = await whileRecorded(other, entries[0], () =>
      receive(staff, { id: invoice.id, entry: entries[0] }, { id: anotherInvoice.id, entry: entries[1] }),
    )
    expect(outcomes).toEqual({ [invoice.id]: 'entry_used', [anotherInvoice.id]: 'received' })
    expect([(await dueOf(named))?.due, (await dueOf(another))?.due]).toEqual([50_000, 0])
  })

  it('is asked about where somebody has entered one like it by hand, and entered by whoever says that it is another', async () => {
    const { staff, practice, entry } = await aStrangersTransfer()
    const byHand = {
      practiceId: practice.id,
      amountCents: 12_345,
      receivedOn: addDays(entry?.bookedOn ?? today, -2),
      means: 'transfer',
    }
    expect((await staff('/api/staff/payments', { body: byHand })).status).toBe(201)
    expect(await problemOf(await staff(path, { body: bodyOf(practice, entry) }))).toMatchObject({
      status: 409,
      code: 'entered_alike',
    })
    expect((await dueOf(practice))?.due).toBe(50_000 - 12_345)
    expect((await staff(path, { body: bodyOf(practice, entry, { isAnother: true }) })).status).toBe(200)
    expect((await dueOf(practice))?.due).toBe(50_000 - 24_690)
  })

  it.each([
    ['the amount', '500,00'],
    ['another amount', '400,00'],
  ])('is asked about where somebody has said that what was announced has come, with %s', async (_, amount) => {
    const { staff, announce } = await aLaboratory()
    const { practice, id } = await announce(50_000)
    const { entries } = await read(staff, [['VIR SCM DES TILLEULS', amount]])
    const [entry] = entries
    const byHand = {
      practiceId: practice.id,
      transferId: id,
      amountCents: entry?.amountCents,
      receivedOn: entry?.bookedOn,
    }
    expect((await staff('/api/staff/payments', { body: byHand })).status).toBe(201)
    const due = (await dueOf(practice))?.due
    const again = await read(staff, [['VIR SCM DES TILLEULS', amount]])
    expect(again.entries[0]?.match).toMatchObject({ kind: 'doubtful', candidates: [{ doubt: 'amount_only' }] })
    expect(again.entered).toMatchObject([{ receivedOn: entry?.bookedOn, amountCents: entry?.amountCents }])
    expect(await problemOf(await staff(path, { body: bodyOf(practice, entry) }))).toMatchObject({
      status: 409,
      code: 'entered_alike',
    })
    expect((await dueOf(practice))?.due).toBe(due)
    expect((await staff(path, { body: bodyOf(practice, entry, { isAnother: true }) })).status).toBe(200)
  })

  it.each([
    ['the amount', '500,00'],
    ['another amount', '400,00'],
  ])('is not asked about where a file has said the like, for what was announced with %s', async (_, amount) => {
    const { staff, announce } = await aLaboratory()
    const { practice, id, reference } = await announce(50_000)
    const { entries } = await read(staff, [
      [reference, amount],
      ['VIR SCM DES TILLEULS', amount],
    ])
    expect(await receive(staff, { id, entry: entries[0] })).toEqual({ [id]: 'received' })
    expect((await staff(path, { body: bodyOf(practice, entries[1]) })).status).toBe(200)
  })

  it('is not entered for a day to come, nor for another laboratory’s practice, nor by who does not do the books', async () => {
    const { laboratory, staff, practice, entry } = await aStrangersTransfer()
    const later = await staff(path, { body: bodyOf(practice, entry, { bookedOn: addDays(today, 2) }) })
    expect(await problemOf(later)).toMatchObject({ status: 422, code: 'received_later' })
    const stranger = await make.practice(await make.laboratory())
    expect((await staff(path, { body: bodyOf(stranger, entry) })).status).toBe(404)
    for (const user of [await make.user(practice), await make.user(laboratory, { role: 'production' })])
      expect((await (await as(user))(path, { body: bodyOf(practice, entry) })).status).toBe(403)
    expect((await dueOf(practice))?.due).toBe(50_000)
  })
})

describe('a transfer that the bank’s file has recorded is known to who types it by hand afterwards', () => {
  const typed = (practice: { id: string }, entry: ReadEntry | undefined) => ({
    practiceId: practice.id,
    amountCents: entry?.amountCents,
    receivedOn: addDays(entry?.bookedOn ?? today, 1),
    means: 'transfer',
    payerReference: 'FA-1',
  })
  it('that nobody awaited', async () => {
    const { staff, practice, entry } = await aStrangersTransfer()
    expect((await staff(path, { body: bodyOf(practice, entry) })).status).toBe(200)
    const body = typed(practice, entry)
    const answer = await staff('/api/staff/payments', { body })
    expect(await problemOf(answer)).toMatchObject({ status: 409, code: 'recorded_from_file' })
    const later = { ...body, receivedOn: addDays(entry?.bookedOn ?? today, 8) }
    expect((await staff('/api/staff/payments', { body: { ...later, means: 'check' } })).status).toBe(201)
    expect((await staff('/api/staff/payments', { body: later })).status).toBe(201)
    expect((await staff('/api/staff/payments', { body: { ...body, isAnother: true } })).status).toBe(201)
  })

  it.each([
    ['the amount', '500,00'],
    ['another amount', '400,00'],
  ])('that was announced, and came with %s', async (_, amount) => {
    const { staff, announce } = await aLaboratory()
    const { practice, id, reference } = await announce(50_000)
    const [entry] = (await read(staff, [[reference, amount]])).entries
    expect(await receive(staff, { id, entry })).toEqual({ [id]: 'received' })
    const body = typed(practice, entry)
    const answer = await staff('/api/staff/payments', { body })
    expect(await problemOf(answer)).toMatchObject({ status: 409, code: 'recorded_from_file' })
    expect((await staff('/api/staff/payments', { body: { ...body, isAnother: true } })).status).toBe(201)
  })

  it('that was announced, and came without its reference: whoever says that the announced one has come is asked', async () => {
    const { staff, announce } = await aLaboratory()
    const { practice, id } = await announce(50_000)
    const { entries } = await read(staff, [['VIR SCM DES TILLEULS', '500,00']])
    expect((await staff(path, { body: bodyOf(practice, entries[0]) })).status).toBe(200)
    const arrived = (more: object = {}) => ({
      practiceId: practice.id,
      transferId: id,
      invoiceIds: [],
      amountCents: 50_000,
      receivedOn: addDays(entries[0]?.bookedOn ?? today, 1),
      means: 'transfer',
      ...more,
    })
    expect(await problemOf(await staff('/api/staff/payments', { body: arrived() }))).toMatchObject({
      status: 409,
      code: 'recorded_from_file',
    })
    expect((await staff('/api/staff/payments', { body: arrived({ isAnother: true }) })).status).toBe(201)
  })
})
