import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { ReadEntry } from '#features/payments/contract.ts'
import { programOf } from './asking-as-program.ts'
import { dataOf, post, type startBillingTests } from './billing.ts'
import { today } from './today.ts'

type Billing = ReturnType<typeof startBillingTests>

/** Invoices that the laboratory's software has issued, their practice, and somebody who reads the bank's files. */
export async function toldByTwo(billing: Billing) {
  const { laboratoryThatBills, make, as } = billing
  const lab = await laboratoryThatBills({ iban: 'FR7630006000011234567890189' })
  const software = await programOf(billing, lab.laboratory)
  await dataOf(await software.put('/practices/C-1', { practiceId: lab.practice.id, name: 'Cabinet des Lilas' }))
  const invoice = async (number: string, netCents = 30_000): Promise<string> => {
    const body = {
      practice: { externalId: 'C-1' },
      number,
      date: '2026-10-02',
      dueDate: '2026-11-02',
      netCents,
      vatCents: 0,
    }
    return (await dataOf(await software.put(`/invoices/${number}`, body))).id
  }
  const tell = (name: string, more: object) =>
    software.put(`/payments/${name}`, {
      practice: { externalId: 'C-1' },
      amountCents: 30_000,
      receivedOn: today,
      means: 'transfer',
      payerReference: 'VIR CABINET DES LILAS',
      ...more,
    })
  const manager = await as(await make.user(lab.practice, { account_type: 'manager' }))
  const find = async (id: string) => (await (await manager(`/api/invoices/${id}`)).json()).data
  const balance = async () =>
    make.within(lab.laboratory.id, async client => {
      const { rows } = await client.query<{ cents: number }>(
        'select sum(due_cents)::int as cents from invoices where practice_id = $1',
        [lab.practice.id],
      )
      return rows[0]?.cents
    })
  const announce = async (amountCents: number, ...invoiceIds: string[]) =>
    dataOf(await manager('/api/payments', post({ invoiceIds, mode: 'transfer', amountCents })))
  const statusOf = async (id: string) => (await (await manager(`/api/payments/${id}`)).json()).data.status
  const read = async (text: string, amount: string, on = today) => {
    const [year, month, day] = on.split('-')
    const headers = { 'content-type': 'application/octet-stream' }
    const body = `Date;Libellé;Crédit\n${day}/${month}/${year};${text};${amount}`
    const file = (await (await lab.accounting('/api/staff/bank-files', { body, headers })).json()).data
    return { ...file, entry: file.entries[0] as ReadEntry }
  }
  const answerTo = async ({ key, amountCents, bookedOn }: ReadEntry, awaited: string, more: object = {}) => {
    const received = [{ awaited, key, amountCents, bookedOn, ...more }]
    const answer = await lab.accounting('/api/staff/transfers/received', { body: { received } })
    return (await answer.json()).data[0]
  }
  const record = async (entry: ReadEntry, awaited: string, more: object = {}) =>
    (await answerTo(entry, awaited, more)).outcome
  /** Takes back by hand what this payment has brought, or a part of it. */
  const takeBack = async (paymentId: string, as: string, amountCents: number, seenCents = 0) => {
    const body = { amountCents, as, seenCents, key: randomUUID() }
    const answer = await lab.accounting(`/api/staff/payments/${paymentId}/refunds`, { body })
    expect(answer.status, await answer.text()).toBe(204)
  }
  /** Received payments, the first first. */
  const paymentsOf = async () =>
    make.within(lab.laboratory.id, async client => {
      const { rows } = await client.query<{ id: string }>(
        'select id from payments where practice_id = $1 and settled_at is not null order by settled_at',
        [lab.practice.id],
      )
      return rows.map(({ id }) => id)
    })
  return {
    ...lab,
    paymentsOf,
    software,
    invoice,
    tell,
    find,
    balance,
    announce,
    statusOf,
    read,
    record,
    answerTo,
    takeBack,
    manager,
  }
}
export const payers = (...numbers: string[]) => ({ invoices: numbers.map(externalId => ({ externalId })) })
