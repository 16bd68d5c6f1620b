import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import { today } from '#test/today.ts'
import type { AwaitedTransfer, Payment } from '../contract.ts'

const { make, as } = startTestApp()

async function announced(amountCents = 50_000) {
  const laboratory = await make.laboratory()
  const account = { legal_name: 'Labo', iban: 'FR7630006000011234567890189' }
  await make.insert(laboratory.id, 'billing_settings', { brand_id: laboratory.id, ...account })
  const staff = await as(await make.user(laboratory, { role: 'accounting' }))
  const practice = await make.practice(laboratory)
  const manager = await as(await make.user(practice, { account_type: 'manager' }))
  const invoice = await make.invoice(practice, { amount_cents: 50_000 })
  const answer = await manager('/api/payments', {
    body: { invoiceIds: [invoice.id], mode: 'transfer', amountCents },
    headers: { 'idempotency-key': randomUUID() },
  })
  const { data } = (await answer.json()) as { data: Payment }
  const enter = (values: object = {}) =>
    staff('/api/staff/payments', {
      body: {
        ...{ practiceId: practice.id, transferId: data.id, amountCents, receivedOn: today, note: 'Relevé de mai' },
        ...values,
      },
      headers: { 'idempotency-key': randomUUID() },
    })
  const within = async (query: string) =>
    (await make.within(laboratory.id, client => client.query(query, [practice.id]))).rows
  const state = async () => ({
    invoice: (
      await within(
        `select due_cents::int as due, status::text from invoices where practice_id = $1 and type = 'invoice'`,
      )
    )[0],
    receipts: await within(
      `select amount_cents::int as amount, due_cents::int as due from invoices where practice_id = $1 and type = 'paiement'`,
    ),
    payments: await within(
      `select mode::text, status::text, received_on::text as "on", note from payments where practice_id = $1 order by created_at`,
    ),
  })
  return { laboratory, staff, practice, manager, transfer: data, enter, state }
}

describe('an announced transfer that is entered by hand', () => {
  it('is offered with its practice, and with no other', async () => {
    const { staff, practice, transfer, laboratory } = await announced()
    const listed = async (id: string) => {
      const { data } = (await (await staff(`/api/staff/transfers?practiceId=${id}`)).json()) as {
        data: AwaitedTransfer[]
      }
      return data.map(one => [one.id, one.practiceId])
    }
    expect(await listed(practice.id)).toEqual([[transfer.id, practice.id]])
    expect(await listed((await make.practice(laboratory)).id)).toEqual([])
  })

  it('is settled, with the day on which it came; nothing stands beside it', async () => {
    const { enter, state, staff } = await announced()
    expect((await enter({ receivedOn: '2026-11-20' })).status).toBe(201)
    expect(await state()).toEqual({
      invoice: { due: 0, status: 'paid' },
      receipts: [{ amount: -50_000, due: 0 }],
      payments: [{ mode: 'transfer', status: 'succeeded', on: '2026-11-20', note: 'Relevé de mai' }],
    })
    expect(await (await staff('/api/staff/transfers')).json()).toEqual({ data: [] })
  })

  it('is settled once, however many enter it at once', async () => {
    const { enter, state } = await announced()
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
    expect(await problemOf(answers.find(({ status }) => status === 409) ?? new Response())).toMatchObject({
      code: 'transfer_over',
    })
    const { invoice, receipts } = await state()
    expect({ invoice, receipts }).toEqual({
      invoice: { due: 0, status: 'paid' },
      receipts: [{ amount: -50_000, due: 0 }],
    })
  })

  it('counts for what has come, where that is another amount; the announced one is awaited no more', async () => {
    const { enter, state, transfer } = await announced()
    expect((await enter({ amountCents: 40_000, payerReference: 'VIR 12' })).status).toBe(201)
    const reference = transfer.transfer?.reference
    expect(await state()).toEqual({
      invoice: { due: 10_000, status: 'payable' },
      receipts: [{ amount: -40_000, due: 0 }],
      payments: [
        { mode: 'transfer', status: 'failed', on: null, note: null },
        { mode: 'manual', status: 'succeeded', on: today, note: `${reference} · VIR 12 · Relevé de mai` },
      ],
    })
  })

  it('is refused once it was withdrawn, of another practice, or on a day to come', async () => {
    const { enter, manager, transfer, laboratory, state } = await announced()
    const another = await make.practice(laboratory)
    expect((await enter({ practiceId: another.id })).status).toBe(404)
    expect(await problemOf(await enter({ receivedOn: '2099-01-01' }))).toMatchObject({ code: 'received_later' })
    await manager(`/api/payments/${transfer.id}/cancel`, { method: 'POST' })
    expect(await problemOf(await enter())).toMatchObject({ code: 'transfer_over' })
    expect((await state()).invoice).toEqual({ due: 50_000, status: 'payable' })
  })
})
