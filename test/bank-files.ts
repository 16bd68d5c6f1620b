import { randomUUID } from 'node:crypto'
import type {
  AwaitedInvoice,
  AwaitedTransfer,
  EnteredTransfer,
  Payment,
  ReadEntry,
} from '#features/payments/contract.ts'
import { startTestApp } from './harness.ts'
import type { TestPractice } from './make.ts'

/** A laboratory that reads its bank's files, with practices that have announced transfers. */
export function startBankFileTests() {
  const testApp = startTestApp()
  const { make, as } = testApp
  type Call = Awaited<ReturnType<typeof as>>
  const iban = 'FR7630006000011234567890189'

  async function aLaboratory() {
    const laboratory = await make.laboratory()
    await make.insert(laboratory.id, 'billing_settings', { brand_id: laboratory.id, legal_name: 'Labo', iban })
    const staff = await as(await make.user(laboratory, { role: 'accounting' }))
    const announce = async (amountCents: number) => {
      const practice = await make.practice(laboratory)
      const call = await as(await make.user(practice, { account_type: 'manager' }))
      const { id } = await make.invoice(practice, { amount_cents: 50_000 })
      const answer = await call('/api/payments', {
        body: { invoiceIds: [id], mode: 'transfer', amountCents },
        headers: { 'idempotency-key': randomUUID() },
      })
      const { data } = (await answer.json()) as { data: Payment }
      return { practice, call, invoiceId: id, id: data.id, reference: data.transfer?.reference ?? '' }
    }
    return { laboratory, staff, announce }
  }
  const upload = (staff: Call, text: string) =>
    staff('/api/staff/bank-files', { body: text, headers: { 'content-type': 'application/octet-stream' } })
  async function read(staff: Call, lines: readonly [string, string][]) {
    const table = ['Date;Libellé;Crédit', ...lines.map(([text, amount]) => `20/11/2026;${text};${amount}`)].join('\n')
    const { data } = (await (await upload(staff, table)).json()) as {
      data: { entries: ReadEntry[]; awaited: AwaitedTransfer[]; invoices: AwaitedInvoice[]; entered: EnteredTransfer[] }
    }
    return data
  }
  async function receive(
    staff: Call,
    ...received: { id: string; entry: ReadEntry | undefined; together?: string[] }[]
  ) {
    const body = {
      received: received.map(({ id, entry, together = [] }) => ({
        awaited: id,
        together,
        key: entry?.key,
        amountCents: entry?.amountCents,
        bookedOn: entry?.bookedOn,
      })),
    }
    const { data } = (await (await staff('/api/staff/transfers/received', { body })).json()) as {
      data: { awaited: string; outcome: string }[]
    }
    return Object.fromEntries(data.map(({ awaited, outcome }) => [awaited, outcome]))
  }
  const dueOf = ({ laboratory, id }: TestPractice) =>
    make.within(laboratory.id, async client => {
      const { rows } = await client.query<{ due: number; status: string }>(
        `select due_cents::int as due, status::text from invoices where practice_id = $1 and type = 'invoice'`,
        [id],
      )
      return rows[0]
    })

  return { ...testApp, iban, aLaboratory, upload, read, receive, dueOf }
}
