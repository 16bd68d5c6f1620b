import { mailKnownLink, mailResetLink } from '#features/auth/server/forgotten.ts'
import { tellProgram } from '#features/integration/server/tell-program.ts'
import { billingRun } from '#features/invoices/server/billing-run.ts'
import { askProvider } from '#features/payments/server/ask-provider.ts'
import type { CardPayments } from '#features/payments/server/card-payments.ts'
import { tellWaiting } from '#features/staff/server/tell-waiting.ts'
import type { Post } from '#kit/server/smtp.ts'
import type { JobQueue } from '#tenancy/server/job-queue.ts'
import { type Outbox, sendBriefMail, sendMail } from '#tenancy/server/outbox.ts'

/** Every job of the product; the queue is told of them at the start. */
export const declaredJobs = [
  sendMail,
  sendBriefMail,
  mailResetLink,
  mailKnownLink,
  tellWaiting,
  askProvider,
  billingRun,
  tellProgram,
]

type Means = { post: Post | undefined; outbox: Outbox; cards: CardPayments; isWithinAllowed: boolean }

/** Registers the jobs that this process runs, with their dependencies. */
export function serveJobs(queue: JobQueue, { post, outbox, cards, isWithinAllowed }: Means): void {
  queue.serve(sendMail, { post })
  queue.serve(sendBriefMail, { post })
  queue.serve(mailResetLink, { outbox })
  queue.serve(mailKnownLink, { outbox })
  queue.serve(tellWaiting, { outbox })
  queue.serve(askProvider, { cards })
  queue.serve(billingRun, { practicesAtOnce: 25 })
  queue.serve(tellProgram, { isWithinAllowed })
}
