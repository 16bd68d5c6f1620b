import { recordDeed } from '#features/audit/server/sql.ts'
import { addDays, dayInZone } from '#kit/day.ts'
import { pageSize } from '#kit/pages.ts'
import { problem } from '#kit/problem.ts'
import { attachment } from '#kit/server/attachment.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asAccountHolder, asPracticeUser } from '#tenancy/server/guards.ts'
import { invoiceCalls } from '../contract.ts'
import { archiveAnswer } from './archive.ts'
import { decide } from './billing-sql.ts'
import { csvName, invoicesCsv } from './csv.ts'
import { findPaper, findReceipt } from './document-sql.ts'
import { previewCredit, spendCredit } from './ledger-sql.ts'
import type { Papers } from './papers.ts'
import { documentAnswer, withCurrency } from './piece-answer.ts'
import {
  countInvoices,
  findInvoice,
  listForExport,
  listFree,
  listInvoices,
  sumInvoices,
  sumPaid,
  sumUnbilled,
} from './sql.ts'

const lately = 30
const noSums = { balanceCents: 0, overdueCents: 0, pendingCents: 0, inFavourCents: 0 }

export function invoiceRoutes(api: Api, papers: Papers) {
  on(api, invoiceCalls.summary, asPracticeUser, async ({ actor: user }) => {
    const today = dayInZone(new Date(), user.timeZone)
    const [[sums], paidLatelyCents, unbilledCents] = await Promise.all([
      sumInvoices(user, { today }),
      sumPaid(user, addDays(today, -lately)),
      sumUnbilled(user),
    ])
    return { data: withCurrency({ ...noSums, ...sums, paidLatelyCents, unbilledCents }) }
  })

  on(api, invoiceCalls.export, asPracticeUser, async ({ actor: user, query, outgoing }) => {
    const rows = await listForExport(user, query)
    outgoing.set('content-disposition', attachment(csvName(user.language)))
    return { type: 'text/csv; charset=utf-8', bytes: Buffer.from(invoicesCsv(rows, user.language)) }
  })

  on(api, invoiceCalls.archive, asAccountHolder, ({ actor: holder, query: filters, outgoing, refuse }) =>
    archiveAnswer(papers, { holder, needs: 'invoices', filters, outgoing, refuse }),
  )

  on(api, invoiceCalls.document, asPracticeUser, async ({ actor: user, params, outgoing, refuse }) => {
    const piece = await findPaper(user, params.id)
    return documentAnswer(papers, user, { piece, outgoing, refuse })
  })

  on(api, invoiceCalls.receipt, asPracticeUser, async ({ actor: user, params, outgoing, refuse }) => {
    const piece = await findReceipt(user, params.id)
    return documentAnswer(papers, user, { piece, outgoing, refuse })
  })

  on(api, invoiceCalls.list, asPracticeUser, async ({ actor: user, query }) => {
    const [rows, total] = await Promise.all([listInvoices(user, query), countInvoices(user, query)])
    return { data: rows.map(withCurrency), page: { number: query.page, size: pageSize, total } }
  })

  on(api, invoiceCalls.find, asPracticeUser, async ({ actor: user, params }) => {
    const found = await findInvoice(user, params.id)
    if (!found) throw problem('not_found')
    return { data: withCurrency(found) }
  })

  on(api, invoiceCalls.answerProForma, asPracticeUser, async ({ actor: user, params, body, requestId, refuse }) => {
    const isApproved = body.answer === 'approve'
    const outcome = isApproved
      ? await decide(user, params.id, 'validated')
      : await decide(user, params.id, 'in_validation', body.question)
    if (outcome === 'not_found') throw problem('not_found')
    if (outcome !== 'decided') return refuse('decision_not_allowed')
    await recordDeed(user, isApproved ? 'pro_forma_approved' : 'pro_forma_questioned', requestId)
    return undefined
  })

  on(api, invoiceCalls.previewCredit, asPracticeUser, async ({ actor: user, body }) => ({
    data: await previewCredit(user, body.invoiceIds),
  }))

  on(api, invoiceCalls.spendCredit, asPracticeUser, async ({ actor: user, body, requestId, refuse }) => {
    const invoiceIds = body.invoices.map(({ id }) => id)
    const { refusal, spentCents } = await spendCredit(user, invoiceIds)
    if (refusal === 'not_found') throw problem('not_found')
    if (refusal) return refuse(refusal)
    const left = await listFree(user, invoiceIds)
    const leftOf = new Map(left.map(({ id, dueCents }) => [id, dueCents]))
    const isAsShown = body.invoices.every(({ id, leftCents }) => (leftOf.get(id) ?? 0) === leftCents)
    // Throws, so that the transaction is rolled back: nobody has seen these amounts.
    if (spentCents !== body.spentCents || !isAsShown) return refuse('credit_moved')
    await recordDeed(user, 'credit_set_against', requestId)
    return { data: { spentCents, left } }
  })
}
