import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { queues } from '#kit/server/turns.ts'
import { startBankFileTests } from '#test/bank-files.ts'
import { problemOf } from '#test/harness.ts'
import { inBankTurn } from './bank-reading.ts'

const { make, as, another, tokenFor, aLaboratory, upload, read, receive, dueOf } = startBankFileTests()
type Call = Awaited<ReturnType<typeof as>>

describe('the bank’s file', () => {
  it('is matched with what practices have announced, and records nothing by itself', async () => {
    const { staff, announce } = await aLaboratory()
    const [sure, misspelt] = [await announce(50_000), await announce(12_000)]
    const { entries, awaited } = await read(staff, [
      [`VIR ${sure.reference}`, '500,00'],
      [`VIR ${misspelt.reference.replace(/..$/, end => `${end[1]}${end[0]}`)}`, '120,00'],
      ['LOYER', '1,00'],
    ])
    expect(awaited.map(({ id }) => id).toSorted()).toEqual([sure.id, misspelt.id].toSorted())
    expect(entries.map(({ match }) => match.kind)).toEqual(['sure', expect.stringMatching(/doubtful|sure/), 'none'])
    expect(await dueOf(sure.practice)).toMatchObject({ due: 50_000, status: 'to_reconcile' })
  })

  it('once confirmed pays once, however often it is confirmed or sent again', async () => {
    const { staff, announce } = await aLaboratory()
    const [one, other] = [await announce(50_000), await announce(50_000)]
    const lines: [string, string][] = [[`VIR ${one.reference}`, '500,00']]
    const [entry] = (await read(staff, lines)).entries
    expect(entry?.match).toEqual({ kind: 'sure', awaited: one.id, together: [] })
    const twice = await Promise.all([receive(staff, { id: one.id, entry }), receive(staff, { id: one.id, entry })])
    expect(twice.map(outcomes => outcomes[one.id]).toSorted()).toEqual(['received', 'repeated'])
    expect(await dueOf(one.practice)).toMatchObject({ due: 0, status: 'paid' })
    expect((await read(staff, lines)).entries[0]?.match).toEqual({ kind: 'recorded' })
    // A bank entry belongs to one payment only.
    expect(await receive(staff, { id: other.id, entry })).toEqual({ [other.id]: 'entry_used' })
    expect(await dueOf(other.practice)).toMatchObject({ due: 50_000 })
  })

  it('with another amount than announced counts for what has come', async () => {
    const { staff, announce } = await aLaboratory()
    const transfer = await announce(50_000)
    const [entry] = (await read(staff, [[transfer.reference, '400,00']])).entries
    expect(entry?.match).toMatchObject({ kind: 'doubtful', candidates: [{ doubt: 'other_amount' }] })
    expect(await receive(staff, { id: transfer.id, entry })).toEqual({ [transfer.id]: 'received' })
    expect(await dueOf(transfer.practice)).toMatchObject({ due: 10_000, status: 'payable' })
    const { rows } = await make.within(transfer.practice.laboratory.id, client =>
      client.query("select means from payments where provider = 'manual'"),
    )
    expect(rows).toEqual([{ means: 'transfer' }])
    expect(await receive(staff, { id: transfer.id, entry })).toEqual({ [transfer.id]: 'repeated' })
  })

  it('is booked though the transfer was given up meanwhile, with another amount: what came stays', async () => {
    const { staff, announce } = await aLaboratory()
    const transfer = await announce(7_000)
    const lines: [string, string][] = [[transfer.reference, '65,00']]
    const [entry] = (await read(staff, lines)).entries
    await transfer.call(`/api/payments/${transfer.id}/cancel`, { method: 'POST' })
    expect(await receive(staff, { id: transfer.id, entry })).toEqual({ [transfer.id]: 'received' })
    expect(await dueOf(transfer.practice)).toMatchObject({ due: 43_500, status: 'payable' })
    expect((await read(staff, lines)).entries[0]?.match).toEqual({ kind: 'recorded' })
  })

  it('that has come twice is booked twice: what is no longer due stays open on its receipt', async () => {
    const { staff, announce } = await aLaboratory()
    const { id, reference, practice } = await announce(50_000)
    const { entries } = await read(staff, [
      [reference, '500,00'],
      [`${reference} bis`, '500,00'],
    ])
    expect(await receive(staff, { id, entry: entries[0] })).toEqual({ [id]: 'received' })
    expect(await receive(staff, { id, entry: entries[1] })).toEqual({ [id]: 'left_open' })
    expect(await receive(staff, { id, entry: entries[1] })).toEqual({ [id]: 'repeated' })
    const receipts = await make.within(practice.laboratory.id, async client => {
      const { rows } = await client.query<{ due: number }>(
        `select due_cents::int as due from invoices where practice_id = $1 and type = 'paiement' order by due_cents`,
        [practice.id],
      )
      return rows.map(({ due }) => due)
    })
    expect(receipts).toEqual([-50_000, 0])
    expect(await dueOf(practice)).toMatchObject({ due: 0, status: 'paid' })
  })

  it('that the bank books on a day to come is left for that day, and the others are recorded', async () => {
    const { staff, announce } = await aLaboratory()
    const [one, other] = [await announce(20_000), await announce(20_000)]
    const { entries } = await read(staff, [
      [one.reference, '200,00'],
      [other.reference, '190,00'],
    ])
    const [early, late] = entries
    if (!early || !late) throw new Error('two entries')
    const asked = [
      { id: one.id, entry: early },
      { id: other.id, entry: { ...late, bookedOn: '2199-01-01' } },
    ]
    expect(await receive(staff, ...asked)).toEqual({ [one.id]: 'received', [other.id]: 'booked_later' })
    expect(await receive(staff, { id: other.id, entry: late })).toEqual({ [other.id]: 'received' })
    const [received] = asked.map(({ id }) => ({ awaited: id, key: early.key, amountCents: 1 }))
    const body = { received: [{ ...received, bookedOn: '0001-01-01' }] }
    const refused = await problemOf(await staff('/api/staff/transfers/received', { body }))
    expect(refused).toMatchObject({ status: 422, errors: [{ path: 'received.0.bookedOn', code: 'not_a_day' }] })
  })

  it('two payments in two alike lines are two', async () => {
    const { staff, announce } = await aLaboratory()
    const [one, other] = [await announce(20_000), await announce(20_000)]
    const { entries } = await read(staff, [
      ['VIREMENT', '200,00'],
      ['VIREMENT', '200,00'],
    ])
    const outcomes = await receive(staff, { id: one.id, entry: entries[0] }, { id: other.id, entry: entries[1] })
    expect(outcomes).toEqual({ [one.id]: 'received', [other.id]: 'received' })
  })

  it('is compared with every awaited transfer, of whom however many are older', async () => {
    const { laboratory, staff, announce } = await aLaboratory()
    const flood = await make.practice(laboratory)
    await make.within(laboratory.id, client =>
      client.query(
        `insert into payments (brand_id, practice_id, mode, amount_cents, provider, reference, created_at)
         select $1, $2, 'transfer', 100, 'bank', 'RF' || lpad(n::text, 14, '0'), now() - interval '1 day'
         from generate_series(1, 1010) n`,
        [laboratory.id, flood.id],
      ),
    )
    const transfer = await announce(50_000)
    const { entries, awaited } = await read(staff, [[transfer.reference, '500,00']])
    expect(entries[0]?.match).toEqual({ kind: 'sure', awaited: transfer.id, together: [] })
    expect(awaited.map(({ id }) => id)).toEqual([transfer.id])
  })

  it('is read in turn, one at a time, and nobody waits for a connection meanwhile', async () => {
    const { laboratory } = await aLaboratory()
    const alone = another({ connections: 1 })
    const authorization = `Bearer ${await tokenFor(await make.user(laboratory, { role: 'accounting' }))}`
    const staff: Call = (path, options = {}) =>
      alone.request(laboratory, path, { ...options, headers: { ...options.headers, authorization } })
    const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()
    const held = inBankTurn({ tenant: laboratory.id }, () => isHeld)
    const reading = read(staff, [['VIREMENT', '1,00']])
    await expect.poll(() => queues.get('bank_files')?.().waiting).toBe(1)
    expect((await staff('/api/staff/transfers')).status).toBe(200)
    letGo()
    await held
    expect((await reading).entries).toHaveLength(1)
  })

  it('of another account, or that is none, is refused', async () => {
    const { staff } = await aLaboratory()
    const foreign = 'Compte;FR14 2004 1010 0505 0001 3M02 606\nDate;Libellé;Crédit\n20/11/2026;X;1,00'
    expect(await problemOf(await upload(staff, foreign))).toMatchObject({ status: 422, code: 'bank_file_of_another' })
    expect(await problemOf(await upload(staff, 'bonjour'))).toMatchObject({ status: 422, code: 'bank_file_unknown' })
    expect((await upload(staff, 'x'.repeat(4_000_001))).status).toBe(413)
  })

  it('is for who does the books, of this laboratory alone', async () => {
    const { laboratory, announce } = await aLaboratory()
    const transfer = await announce(50_000)
    const production = await as(await make.user(laboratory, { role: 'production' }))
    expect((await upload(production, 'x')).status).toBe(403)
    const elsewhere = await aLaboratory()
    const { entries, awaited } = await read(elsewhere.staff, [[transfer.reference, '500,00']])
    expect([awaited, entries[0]?.match]).toEqual([[], { kind: 'none' }])
    expect(await receive(elsewhere.staff, { id: transfer.id, entry: entries[0] })).toEqual({
      [transfer.id]: 'unknown_payment',
    })
  })
})

describe('an announced transfer', () => {
  it('that will not come is withdrawn by who does the books, and what it was for is paid otherwise', async () => {
    const { laboratory, staff, announce } = await aLaboratory()
    const { id, invoiceId, practice, call } = await announce(50_000)
    const enter = () =>
      staff('/api/staff/payments', {
        body: { practiceId: practice.id, invoiceIds: [invoiceId], amountCents: 50_000, receivedOn: '2026-11-20' },
      })
    expect(await problemOf(await enter())).toMatchObject({ status: 409, code: 'not_payable' })
    const path = `/api/staff/transfers/${id}/withdraw`
    const elsewhere = (await aLaboratory()).staff
    const production = await as(await make.user(laboratory, { role: 'production' }))
    expect((await production(path, { method: 'POST' })).status).toBe(403)
    expect((await call(path, { method: 'POST' })).status).toBe(403)
    expect((await elsewhere(path, { method: 'POST' })).status).toBe(404)
    expect((await staff(path, { method: 'POST' })).status).toBe(204)
    expect(await problemOf(await staff(path, { method: 'POST' }))).toMatchObject({ status: 409, code: 'payment_over' })
    expect((await enter()).status).toBe(201)
    expect(await dueOf(practice)).toMatchObject({ due: 0, status: 'paid' })
  })

  it('is one of fifty at most that a practice may have under way, also of those begun at once', async () => {
    const { laboratory } = await aLaboratory()
    const practice = await make.practice(laboratory)
    const call = await as(await make.user(practice, { account_type: 'manager' }))
    const invoices = await Promise.all(Array.from({ length: 3 }, () => make.invoice(practice, { amount_cents: 5_000 })))
    await make.within(laboratory.id, client =>
      client.query(
        `insert into payments (brand_id, practice_id, mode, amount_cents, provider, reference)
         select $1, $2, 'transfer', 100, 'bank', 'RF' || lpad(n::text, 14, '0') from generate_series(1, 49) n`,
        [laboratory.id, practice.id],
      ),
    )
    const answers = await Promise.all(
      invoices.map(({ id }) =>
        call('/api/payments', {
          body: { invoiceIds: [id], mode: 'transfer', amountCents: 100 },
          headers: { 'idempotency-key': randomUUID() },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const [refused] = answers.filter(({ status }) => status === 409)
    expect(refused && (await problemOf(refused))).toMatchObject({ code: 'too_many_under_way' })
  })
})
