import type { JobQueue } from '#kit/server/job-queue.ts'
import { sendMail } from '#kit/server/outbox.ts'
import type { Post } from '#kit/server/smtp.ts'

/** Every job of the product: the database is told of them at the start. */
export const declaredJobs = [sendMail]

/** What this process does of them, and what with. */
export function serveJobs(queue: JobQueue, { post }: { post: Post | undefined }): void {
  queue.serve(sendMail, { post })
}
