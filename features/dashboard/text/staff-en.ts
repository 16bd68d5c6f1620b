import { answerableDays, mostCounted } from '#features/cases/rules.ts'
import { type Queue, recentDays } from '../contract.ts'
import type { FirstStep } from '../first-steps-contract.ts'

const number = (value: number) => value.toLocaleString('en-GB')

export const en = {
  title: 'To do',
  updated: (day: string, time: string) => `${day} · updated at ${time}`,
  count: (value: number) => `${number(value)}${value === mostCounted ? '+' : ''}`,
  groups: { cases: 'Cases', practices: 'Word from practices', rounds: 'Rounds and supplies', books: 'Accounting' },
  queues: {
    late: { label: 'Late', detail: 'promised earlier, still here' },
    today: { label: 'Due today', detail: 'promised for today, still here' },
    registered: { label: 'To accept', detail: 'not in preparation yet' },
    answers: { label: 'Answers to your questions', detail: 'on hold, the practice has answered' },
    messages: { label: 'Messages to answer', detail: `of the last ${answerableDays} days` },
    problems: { label: 'Problems reported', detail: 'not answered yet' },
    feedback: { label: 'Feedback', detail: `of the last ${recentDays} days` },
    signups: { label: 'Requests for an account', detail: 'from practices that want to join' },
    erasures: { label: 'Requests to be forgotten', detail: 'people who ask to be erased' },
    accountChanges: { label: 'Requests for changes', detail: 'accounts and practices, to be decided' },
    pickupsToConfirm: { label: 'Pickups to confirm', detail: 'today and later' },
    pickups: { label: 'Pickups today', detail: 'still to be done' },
    supplies: { label: 'Supply requests', detail: 'to prepare or to send' },
    toBill: { label: 'Cases to bill', detail: 'delivered, on no invoice yet' },
    questions: { label: 'Questions about pro formas', detail: 'from practices, to be answered' },
    approved: { label: 'Approved pro formas', detail: 'of which the invoice is to be issued' },
    overdue: { label: 'Overdue invoices', detail: 'due before today, not paid' },
  } satisfies Record<Queue, { label: string; detail: string }>,
  since: (moment: string) => `since ${moment}`,
  steps: {
    title: (done: number, all: number) => `First steps · ${done} of ${all} done`,
    hide: 'Put away',
    done: ', done',
    of: {
      brand: {
        label: 'Give your address, logo and colours',
        detail: 'practices see them, and sheets name the address',
      },
      catalogue: { label: 'Bring in or write your catalogue', detail: 'from a file, or product by product' },
      prices: { label: 'Set prices', detail: 'of every product that is offered' },
      invoicing: { label: 'What your invoices say', detail: 'name of the company, SIREN, VAT, IBAN' },
      rounds: { label: 'Set rounds and closed days', detail: 'your own beside public holidays, or your cut-offs' },
      materials: { label: 'Your materials and lots', detail: 'which a traceability sheet names' },
      mails: { label: 'Send yourself a test mail', detail: 'invitations and news leave by e‑mail' },
      staff: { label: 'Invite your team', detail: 'each with a role of their own' },
      practices: { label: 'Make or bring in practices', detail: 'one by one, or from a file' },
    } satisfies Record<FirstStep, { label: string; detail: string }>,
    unpriced: (count: number) =>
      count === 1 ? 'one product without a price' : `${number(count)} products without a price`,
    noMails: 'No mail server is set: mails stay here.',
  },
  nothing: { title: 'Nothing waits', description: 'What practices send, ask or report appears here at once.' },
  failed: 'What waits could not be loaded',
  outdated: 'These figures may be out of date.',
}
export type StaffDashboardText = typeof en
