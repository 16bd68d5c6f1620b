import type { Post } from '#kit/server/smtp.ts'
import type { JobQueue } from '#tenancy/server/job-queue.ts'
import { sendMail } from '#tenancy/server/outbox.ts'

/** Every job of the product: the database is told of them at the start. */
export const declaredJobs = [sendMail]

/** What this process does of them, and what with. */
export function serveJobs(queue: JobQueue, { post }: { post: Post | undefined }): void {
  queue.serve(sendMail, { post })
}
