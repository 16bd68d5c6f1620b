import { recordDeedAbout } from '#features/audit/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import { pageSize } from '#kit/pages.ts'
import { problem } from '#kit/problem.ts'
import { attachment } from '#kit/server/attachment.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asAccountHolder, asStaff } from '#tenancy/server/guards.ts'
import type { JobSender } from '#tenancy/server/job.ts'
import type { Outbox } from '#tenancy/server/outbox.ts'
import { isLongAgo } from '../billing-input.ts'
import { staffInvoiceCalls } from '../staff-contract.ts'
import { archiveAnswer } from './archive.ts'
import { billingRun } from './billing-run.ts'
import {
  beginRun,
  confirmProForma,
  correctInitialBalance,
  credit,
  decide,
  enterInitialBalance,
  issue,
  listRuns,
} from './billing-sql.ts'
import { csvName, invoicesCsv } from './csv.ts'
import { findPaper, findReceipt } from './document-sql.ts'
import { enterAnnounced, enterPayment, setAgainst } from './ledger-sql.ts'
import type { Papers } from './papers.ts'
import { documentAnswer, withCurrency } from './piece-answer.ts'
import { lettersOf } from './reminders.ts'
import { takeReminder } from './reminders-sql.ts'
import { findSettings } from './settings-sql.ts'
import { countInvoices, findPiece, listForExport, listPieces } from './sql.ts'

/**
 * Without the laboratory's identity its pieces would lack legally required mentions. Checked last: refusing rolls
 * everything back.
 */
const isAnonymous = async (staff: Staff) => (await findSettings(staff)).missing.length > 0

type Means = { jobs: JobSender; papers: Papers; outbox: Outbox; areMailsSent: boolean }

export function staffInvoiceRoutes(api: Api, { jobs, papers, outbox, areMailsSent }: Means) {
  on(api, staffInvoiceCalls.export, asStaff, async ({ actor: staff, query, outgoing }) => {
    const rows = await listForExport(staff, query)
    outgoing.set('content-disposition', attachment(csvName(staff.language)))
    return { type: 'text/csv; charset=utf-8', bytes: Buffer.from(invoicesCsv(rows, staff.language)) }
  })

  on(api, staffInvoiceCalls.archive, asAccountHolder, ({ actor: holder, query: filters, outgoing, refuse }) =>
    archiveAnswer(papers, { holder, needs: 'billing', filters, outgoing, refuse }),
  )

  on(api, staffInvoiceCalls.document, asStaff, async ({ actor: staff, params, outgoing, refuse }) => {
    const piece = await findPaper(staff, params.id)
    return documentAnswer(papers, staff, { piece, outgoing, refuse })
  })

  on(api, staffInvoiceCalls.receipt, asStaff, async ({ actor: staff, params, outgoing, refuse }) => {
    const piece = await findReceipt(staff, params.id)
    return documentAnswer(papers, staff, { piece, outgoing, refuse })
  })

  on(api, staffInvoiceCalls.list, asStaff, async ({ actor: staff, query }) => {
    const [rows, total] = await Promise.all([listPieces(staff, query), countInvoices(staff, query)])
    return { data: rows.map(withCurrency), page: { number: query.page, size: pageSize, total } }
  })

  on(api, staffInvoiceCalls.find, asStaff, async ({ actor: staff, params }) => {
    const found = await findPiece(staff, params.id)
    if (!found) throw problem('not_found')
    return { data: withCurrency(found) }
  })

  on(api, staffInvoiceCalls.issue, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    const pieces = await issue(staff, body)
    const refusal = pieces[0]?.refusal
    if (refusal === 'not_found') throw problem('not_found')
    if (refusal) return refuse(refusal)
    if (await isAnonymous(staff)) return refuse('settings_missing')
    const ids = pieces.map(({ invoiceId }) => invoiceId)
    const kind = body.type === 'invoice' ? 'invoice_issued' : 'pro_forma_drafted'
    for (const id of ids) await recordDeedAbout(staff, kind, requestId, id)
    return { data: { ids } }
  })

  on(api, staffInvoiceCalls.credit, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const { refusal, creditId } = await credit(staff, params.id, body.positions, body.reason)
    if (refusal === 'not_found') throw problem('not_found')
    if (refusal) return refuse(refusal)
    await recordDeedAbout(staff, 'credit_issued', requestId, creditId)
    return { data: { ids: [creditId] } }
  })

  on(api, staffInvoiceCalls.decide, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const { decision, kind } = decisions[body.decision]
    const outcome = await decide(staff, params.id, decision, body.decision === 'submit' ? body.answer : '')
    if (outcome === 'not_found') throw problem('not_found')
    if (outcome !== 'decided') return refuse('decision_not_allowed')
    await recordDeedAbout(staff, kind, requestId, params.id)
    return undefined
  })

  on(api, staffInvoiceCalls.remind, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    const taken = await takeReminder(staff, params.id, dayInZone(new Date(), staff.timeZone))
    if (taken.refusal === 'not_found') throw problem('not_found')
    if (taken.refusal) return refuse(taken.refusal)
    const letters = lettersOf([taken.piece])
    // Nothing is recorded where no address accepts mail.
    if (letters.length === 0) return refuse('nobody_to_remind')
    // Nor where no mail is sent: a recorded reminder must be true.
    if (!areMailsSent) return refuse('mails_not_sent')
    await outbox.putAll(staff, letters)
    await recordDeedAbout(staff, 'invoice_reminded', requestId, params.id)
    return { data: { readers: letters.length } }
  })

  on(api, staffInvoiceCalls.confirm, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    const { refusal, invoiceId } = await confirmProForma(staff, params.id)
    if (refusal === 'not_found') throw problem('not_found')
    if (refusal) return refuse(refusal)
    if (await isAnonymous(staff)) return refuse('settings_missing')
    await recordDeedAbout(staff, 'invoice_issued', requestId, invoiceId)
    return { data: { ids: [invoiceId] } }
  })

  on(api, staffInvoiceCalls.setAgainst, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const set = await setAgainst(staff, params.id, body.invoiceIds)
    if (set.refusal === 'not_found') throw problem('not_found')
    if (set.refusal) return refuse(set.refusal)
    await recordDeedAbout(staff, 'credit_set_against', requestId, params.id)
    return { data: { leftCents: set.leftCents } }
  })

  on(api, staffInvoiceCalls.enterInitialBalance, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    const { refusal, invoiceId } = await enterInitialBalance(staff, body.practiceId, body.amountCents, body.reason)
    if (refusal === 'not_found') throw problem('not_found')
    if (refusal) return refuse(refusal)
    await recordDeedAbout(staff, 'initial_balance_entered', requestId, invoiceId)
    return { data: { ids: [invoiceId] } }
  })

  on(api, staffInvoiceCalls.correctInitialBalance, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    const { refusal, invoiceId } = await correctInitialBalance(staff, body)
    if (refusal === 'not_found') throw problem('not_found')
    if (refusal) return refuse(refusal)
    await recordDeedAbout(staff, 'initial_balance_entered', requestId, invoiceId)
    return { data: { ids: [invoiceId] } }
  })

  on(api, staffInvoiceCalls.enterPayment, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    if (isLongAgo(body.receivedOn, dayInZone(new Date(), staff.timeZone))) return refuse('received_long_ago')
    const { transferId } = body
    const entered = transferId ? await enterAnnounced(staff, { ...body, transferId }) : await enterPayment(staff, body)
    // The amount has been validated by the input's shape.
    if (entered.refusal === 'not_found' || entered.refusal === 'amount_too_small') throw problem('not_found')
    if (entered.refusal) return refuse(entered.refusal)
    await recordDeedAbout(staff, 'payment_entered', requestId, entered.paymentId)
    return { data: { ids: [entered.receiptId] } }
  })

  on(api, staffInvoiceCalls.run, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    const runId = await beginRun(staff, body.until, body.practiceIds, body.takesContested)
    if (!runId) throw problem('not_found')
    if (await isAnonymous(staff)) return refuse('settings_missing')
    await jobs.enqueue(staff, billingRun, { runId }, runId)
    await recordDeedAbout(staff, 'billing_run_started', requestId, runId)
    const [run] = await listRuns(staff, runId)
    if (!run) throw new Error('The run that was just begun is gone.')
    return { data: run }
  })

  on(api, staffInvoiceCalls.runs, asStaff, async ({ actor: staff }) => ({ data: await listRuns(staff) }))
}

const decisions = {
  submit: { decision: 'to_validate', kind: 'pro_forma_reopened' },
  withdraw: { decision: 'rejected', kind: 'pro_forma_withdrawn' },
  release: { decision: 'released', kind: 'invoice_released' },
} as const
