import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { post } from '#test/billing.ts'
import { problemOf } from '#test/harness.ts'
import { documentOf, startIssuing, year } from '#test/issuing.ts'
import { readPdf } from '#test/pdf.ts'
import { archiveBreaches, readArchive } from '#test/pdf-archive.ts'
import { today } from '#test/today.ts'
import { dayOnPaper } from './document/document-figures.ts'

const { make, laboratoryThatIssues } = startIssuing()

describe('the receipt of a payment', () => {
  it('says what came and what it has paid, and stays so when the rest is set against the next', async () => {
    const { practice, manager, accounting } = await laboratoryThatIssues()
    const invoice = await make.invoice(practice, { amount_cents: 10_000 })
    const entered = await accounting(
      '/api/staff/payments',
      post({ practiceId: practice.id, invoiceIds: [invoice.id], amountCents: 12_500, receivedOn: today }),
    )
    const [receipt] = ((await entered.json()) as { data: { ids: [string] } }).data.ids
    const next = await make.invoice(practice, { amount_cents: 4_000 })
    const against = await accounting(`/api/staff/invoices/${receipt}/set-against`, {
      method: 'POST',
      body: { invoiceIds: [next.id] },
    })
    expect(against.status).toBe(200)
    const ofPayment = await documentOf(manager, receipt)
    expect(archiveBreaches(await readArchive(ofPayment.bytes))).toEqual([])
    const { text } = await readPdf(ofPayment.bytes)
    expect(text).toContain('Nous avons reçu 125,00')
    expect(text).toContain(`FA-${year}-000001`)
    expect(text).toMatch(/25,00\s€ de ce paiement restent à votre crédit/)
    expect(text).not.toContain(`FA-${year}-000002`)
    for (const [call, path] of [
      [manager, '/api/invoices'],
      [accounting, '/api/staff/invoices'],
    ] as const)
      for (const id of [receipt, invoice.id, next.id])
        expect((await documentOf(call, id, path, 'receipt')).bytes).toEqual(ofPayment.bytes)
    const unpaid = await make.invoice(practice)
    expect((await manager(`/api/invoices/${unpaid.id}/receipt`)).status).toBe(404)
  })

  it('of what went back says that it did, and of which payment', async () => {
    const { laboratory, practice, manager, accounting } = await laboratoryThatIssues()
    const invoice = await make.invoice(practice, { amount_cents: 10_000 })
    const entered = await accounting(
      '/api/staff/payments',
      post({ practiceId: practice.id, invoiceIds: [invoice.id], amountCents: 10_000, receivedOn: today }),
    )
    const [receipt] = ((await entered.json()) as { data: { ids: [string] } }).data.ids
    const refund = await make.within(laboratory.id, async client => {
      await client.query('select tenant.refund_payment($1, payment_id, 3000) from invoices where id = $2', [
        laboratory.id,
        receipt,
      ])
      const { rows } = await client.query<{ id: string }>('select id from invoices where corrects_id = $1', [receipt])
      return rows[0]?.id ?? ''
    })
    const { text } = await readPdf((await documentOf(manager, refund)).bytes)
    expect(text).toContain('Nous vous avons remboursé 30,00')
    expect(text).toContain(`RE-${year}-000001`)
    expect(
      (await documentOf(manager, invoice.id, '/api/invoices', 'receipt')).headers.get('content-disposition'),
    ).toContain(`RE-${year}-000001`)
  })
})

describe('a payment that is taken back', () => {
  const ways = {
    refund: {
      title: 'Avis de remboursement',
      sentence: /Nous vous avons remboursé 500,00/,
      line: 'Remboursement',
      deed: 'payment_refunded',
    },
    rejection: {
      title: 'Paiement rejeté par la banque',
      sentence: /Impayé : votre banque a rejeté 500,00/,
      line: 'Paiement rejeté par la banque',
      deed: 'payment_rejected',
    },
    mistake: {
      title: 'Annulation de paiement',
      sentence: /500,00 € avaient été enregistrés par erreur/,
      line: 'Annulation de paiement',
      deed: 'payment_cancelled',
    },
  } as const
  const said = async (bytes: Uint8Array) => (await readPdf(bytes)).text.replace(/\s+/g, ' ')

  it.each(['refund', 'rejection', 'mistake'] as const)(
    'as a %s says so on its document, on the account and to both sides, and what it paid is due again',
    async as => {
      const { laboratory, practice, manager, accounting } = await laboratoryThatIssues()
      const invoice = await make.invoice(practice, { amount_cents: 50_000 })
      const cheque = {
        practiceId: practice.id,
        invoiceIds: [invoice.id],
        amountCents: 50_000,
        receivedOn: addDays(today, -8),
      }
      const entered = await accounting('/api/staff/payments', post({ ...cheque, means: 'check' }))
      const [receipt] = ((await entered.json()) as { data: { ids: [string] } }).data.ids
      const { data: before } = await (await accounting(`/api/staff/invoices/${receipt}`)).json()
      const body = { amountCents: 50_000, seenCents: 0, key: crypto.randomUUID(), as }
      const path = `/api/staff/payments/${before.payment.id}/refunds`
      for (const _ of [1, 2]) expect((await accounting(path, { method: 'POST', body })).status).toBe(204)

      const { data: after } = await (await accounting(`/api/staff/invoices/${receipt}`)).json()
      expect(after.payment).toMatchObject({ refundedCents: 50_000, returned: [{ as, cents: 50_000 }] })
      expect(after.correctedBy).toMatchObject([{ pieceCode: `RE-${year}-000002`, returnedAs: as }])
      const [{ id }] = after.correctedBy
      for (const [call, base] of [
        [manager, '/api/invoices'],
        [accounting, '/api/staff/invoices'],
      ] as const) {
        const { data } = await (await call(`${base}/${id}`)).json()
        expect(data).toMatchObject({ returnedAs: as, amountCents: 50_000, corrects: { returnedAs: null } })
        const { data: rows } = await (await call(base)).json()
        expect(rows.map((row: { returnedAs: string | null }) => row.returnedAs)).toEqual(
          expect.arrayContaining([as, null, null]),
        )
      }
      expect((await (await manager(`/api/invoices/${invoice.id}`)).json()).data).toMatchObject({ dueCents: 50_000 })

      // The piece is dated by its number; the day the cheque came is given beside it.
      const came = { date: today, receivedOn: addDays(today, -8) }
      for (const call of [manager, accounting]) {
        const base = call === manager ? '/api/invoices' : '/api/staff/invoices'
        expect((await (await call(`${base}/${receipt}`)).json()).data).toMatchObject(came)
        const { data: paid } = await (await call(`${base}/${invoice.id}`)).json()
        expect(paid.settlements[0]).toMatchObject(came)
        expect((await (await call(`${base}/${id}`)).json()).data).toMatchObject({ date: today, receivedOn: null })
      }

      const document = await said((await documentOf(manager, id)).bytes)
      const { title, sentence, line, deed } = ways[as]
      expect(document).toContain(title)
      expect(document).toMatch(sentence)
      for (const other of Object.values(ways).filter(one => one.title !== title)) {
        expect(document).not.toContain(other.title)
        expect(document).not.toMatch(other.sentence)
      }
      const statement = await manager(`/api/invoices/statement?from=${today}&to=${today}`)
      const account = await said(new Uint8Array(await statement.arrayBuffer()))
      expect(account).toContain(line)
      expect(account).toMatch(new RegExp(`Paiement reçu le ${dayOnPaper(addDays(today, -8), 'fr')}`))
      const { rows } = await make.within(laboratory.id, client =>
        client.query(`select kind from audit_events where kind::text like 'payment_%' and kind <> 'payment_entered'`),
      )
      expect(rows).toEqual([{ kind: deed }])
    },
  )

  it('that a card has paid is only given back, and what is no payment that came back has no reason', async () => {
    const { laboratory, practice, accounting } = await laboratoryThatIssues()
    const id = crypto.randomUUID()
    await make.insert(laboratory.id, 'payments', {
      id,
      brand_id: laboratory.id,
      practice_id: practice.id,
      mode: 'card',
      amount_cents: 1_000,
      provider: 'sandbox',
      reference: 'RF00000000000001',
      status: 'succeeded',
      settled_at: new Date(),
    })
    const card = await accounting(`/api/staff/payments/${id}/refunds`, {
      method: 'POST',
      body: { amountCents: 1_000, key: crypto.randomUUID(), as: 'rejection' },
    })
    expect(await problemOf(card)).toMatchObject({ status: 422, code: 'card_gives_back' })
    await expect(make.invoice(practice, { returned_as: 'mistake' })).rejects.toThrow('invoices__returned_as')
  })
})
