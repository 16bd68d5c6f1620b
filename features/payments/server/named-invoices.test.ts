import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startBankFileTests } from '#test/bank-files.ts'
import { problemOf } from '#test/harness.ts'

const { make, as, aLaboratory, upload, read, receive, dueOf } = startBankFileTests()

describe('a bank’s file that names invoices', () => {
  it('that quotes an invoice instead of the reference is the announced transfer of that amount which pays it', async () => {
    const { staff, announce } = await aLaboratory()
    const [transfer, other] = [await announce(50_000), await announce(50_000)]
    const { pieceCode } = (await (await staff(`/api/staff/invoices/${transfer.invoiceId}`)).json()).data
    const { entries, awaited } = await read(staff, [[`VIR SEPA ${pieceCode}`, '500,00']])
    expect(entries[0]?.match).toEqual({ kind: 'sure', awaited: transfer.id, together: [] })
    expect(awaited.map(({ id }) => id)).toEqual([transfer.id])
    expect(await receive(staff, { id: transfer.id, entry: entries[0] })).toEqual({ [transfer.id]: 'received' })
    expect(await dueOf(transfer.practice)).toMatchObject({ due: 0, status: 'paid' })
    expect(await dueOf(other.practice)).toMatchObject({ due: 50_000, status: 'to_reconcile' })
  })

  it('names an invoice that nobody has announced: with what is due it is sure, with another amount or the amount alone doubtful', async () => {
    const { laboratory, staff } = await aLaboratory()
    const practice = await make.practice(laboratory, { name: 'Cabinet des Lilas' })
    const invoice = await make.invoice(practice, { amount_cents: 1_024_260 })
    const { pieceCode } = (await (await staff(`/api/staff/invoices/${invoice.id}`)).json()).data
    const one = (text: string, amount: string) => read(staff, [[text, amount]])
    const { entries, invoices } = await one(`VIR CABINET DES LILAS ${pieceCode.replaceAll('-', ' ')}`, '10242,60')
    expect(entries[0]?.match).toEqual({ kind: 'sure', awaited: invoice.id, together: [] })
    expect(invoices).toEqual([{ id: invoice.id, pieceCode, amountCents: 1_024_260, practice: 'Cabinet des Lilas' }])
    for (const [text, amount, doubt] of [
      [pieceCode, '10000,00', 'other_amount'],
      ['VIR CABINET DES LILAS', '10242,60', 'name_and_amount'],
      ['VIR SEPA', '10242,60', 'amount_only'],
    ])
      expect((await one(text, amount)).entries[0]?.match).toEqual({
        kind: 'doubtful',
        candidates: [{ awaited: invoice.id, together: [], doubt }],
      })
    const elsewhere = await aLaboratory()
    expect((await read(elsewhere.staff, [[pieceCode, '10242,60']])).entries[0]?.match).toEqual({ kind: 'none' })
    expect(await receive(elsewhere.staff, { id: invoice.id, entry: entries[0] })).toEqual({
      [invoice.id]: 'unknown_payment',
    })
  })

  it('says what went out and offers none of it, though it names an invoice and has its amount', async () => {
    const { laboratory, staff } = await aLaboratory()
    const { id } = await make.invoice(await make.practice(laboratory), { amount_cents: 133_600 })
    const { pieceCode } = (await (await staff(`/api/staff/invoices/${id}`)).json()).data
    const rejected = `26/11/2026;REJET PRLV ${pieceCode} PROVISION INSUFFISANTE;1336,00;D`
    const table = (word: string) => `Date;Libellé;Montant;Sens\n${rejected}\n26/11/2026;PRLV EDF;1336,00;${word}`
    const { data } = await (await upload(staff, table('D'))).json()
    expect(data).toMatchObject({ entries: [], invoices: [], gone: 2 })
    expect(await problemOf(await upload(staff, table('vers EDF')))).toMatchObject({
      status: 422,
      code: 'bank_file_direction_unknown',
    })
  })

  it('pays the invoice that it names as if it had been entered by hand, and once', async () => {
    const { laboratory, staff } = await aLaboratory()
    const practice = await make.practice(laboratory)
    const other = await make.invoice(await make.practice(laboratory), { amount_cents: 30_000 })
    const { id } = await make.invoice(practice, { amount_cents: 50_000 })
    const { pieceCode } = (await (await staff(`/api/staff/invoices/${id}`)).json()).data
    const part: [string, string][] = [[pieceCode, '200,00']]
    const [entry] = (await read(staff, part)).entries
    if (!entry) throw new Error('an entry')
    expect(await receive(staff, { id, entry: { ...entry, bookedOn: '2199-01-01' } })).toEqual({ [id]: 'booked_later' })
    const twice = await Promise.all([receive(staff, { id, entry }), receive(staff, { id, entry })])
    expect(twice.map(outcomes => outcomes[id]).toSorted()).toEqual(['received', 'repeated'])
    expect(await dueOf(practice)).toMatchObject({ due: 30_000, status: 'payable' })
    expect(await receive(staff, { id: other.id, entry })).toEqual({ [other.id]: 'entry_used' })
    expect((await read(staff, part)).entries[0]?.match).toEqual({ kind: 'recorded' })
    const made = await make.within(laboratory.id, async client => {
      const { rows } = await client.query(
        'select mode, provider, means, status, amount_cents::int as cents, received_on::text as day from payments',
      )
      const { rows: deeds } = await client.query("select kind from audit_events where kind <> 'invoice_viewed'")
      return [rows, deeds]
    })
    const byHand = { mode: 'manual', provider: 'manual', means: 'transfer', status: 'succeeded' }
    expect(made).toEqual([[{ ...byHand, cents: 20_000, day: entry.bookedOn }], [{ kind: 'payment_entered' }]])

    const { entries } = await read(staff, [
      [pieceCode, '350,00'],
      [`${pieceCode} bis`, '1,00'],
    ])
    expect(await receive(staff, { id, entry: entries[0] })).toEqual({ [id]: 'left_open' })
    expect(await receive(staff, { id, entry: entries[1] })).toEqual({ [id]: 'not_payable' })
    expect(await dueOf(practice)).toMatchObject({ due: 0, status: 'paid' })
  })

  it('pays several invoices of a practice with one transfer that names them, once, and leaves nothing open', async () => {
    const { laboratory, staff } = await aLaboratory()
    const practice = await make.practice(laboratory)
    const invoices = await Promise.all([14_066, 6_000].map(cents => make.invoice(practice, { amount_cents: cents })))
    const [codes, elsewhere] = [
      await Promise.all(
        invoices.map(async ({ id }) => (await (await staff(`/api/staff/invoices/${id}`)).json()).data.pieceCode),
      ),
      await make.invoice(await make.practice(laboratory), { amount_cents: 500 }),
    ]
    const lines: [string, string][] = [[`VIR ${codes.join(' ')}`, '200,66']]
    const [entry] = (await read(staff, lines)).entries
    if (entry?.match.kind !== 'sure') throw new Error('sure')
    const { awaited: id, together } = entry.match
    expect([id, ...together].toSorted()).toEqual(invoices.map(each => each.id).toSorted())
    expect(await receive(staff, { id, together: [elsewhere.id], entry })).toEqual({ [id]: 'unknown_payment' })
    const twice = await Promise.all([receive(staff, { id, together, entry }), receive(staff, { id, together, entry })])
    expect(twice.map(outcomes => outcomes[id]).toSorted()).toEqual(['received', 'repeated'])
    const left = await make.within(laboratory.id, async client => {
      const { rows } = await client.query(
        'select type::text, due_cents::int as due from invoices where practice_id = $1 order by type, due_cents',
        [practice.id],
      )
      return rows
    })
    expect(left).toEqual([
      { type: 'invoice', due: 0 },
      { type: 'invoice', due: 0 },
      { type: 'paiement', due: 0 },
    ])
    expect((await read(staff, lines)).entries[0]?.match).toEqual({ kind: 'recorded' })
  })

  it('is recorded by two at once for the same practices crosswise, and neither loses anything', async () => {
    const { laboratory, staff } = await aLaboratory()
    const [one, other] = [await make.practice(laboratory), await make.practice(laboratory)]
    const colleague = await as(await make.user(laboratory, { role: 'accounting' }))
    for (let round = 0; round < 8; round++) {
      const invoices = []
      for (const practice of [one, other, other, one])
        invoices.push((await make.invoice(practice, { amount_cents: 1_000 })).id)
      const entryFor = (id = '') => ({
        awaited: id,
        key: createHash('sha256').update(id).digest('hex'),
        amountCents: 1_000,
        bookedOn: '2026-11-20',
      })
      const [first, second, third, fourth] = invoices.map(entryFor)
      const answers = await Promise.all([
        staff('/api/staff/transfers/received', { body: { received: [first, third] } }),
        colleague('/api/staff/transfers/received', { body: { received: [second, fourth] } }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    }
    expect(await dueOf(one)).toMatchObject({ due: 0 })
  })
})
