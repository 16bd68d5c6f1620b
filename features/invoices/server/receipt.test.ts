import { describe, expect, it } from 'vitest'
import { post, today } from '#test/billing.ts'
import { documentOf, startIssuing, year } from '#test/issuing.ts'
import { readPdf } from '#test/pdf.ts'
import { archiveBreaches, readArchive } from '#test/pdf-archive.ts'

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
