import { mailResetLink } from '#features/auth/server/forgotten.ts'
import { billingRun } from '#features/invoices/server/billing-run.ts'
import type { Post } from '#kit/server/smtp.ts'
import type { JobQueue } from '#tenancy/server/job-queue.ts'
import { type Outbox, sendMail } from '#tenancy/server/outbox.ts'

/** Every job of the product: the database is told of them at the start. */
export const declaredJobs = [sendMail, mailResetLink, billingRun]

/** What this process does of them, and what with. */
export function serveJobs(queue: JobQueue, { post, outbox }: { post: Post | undefined; outbox: Outbox }): void {
  queue.serve(sendMail, { post })
  queue.serve(mailResetLink, { outbox })
  queue.serve(billingRun, {})
}
