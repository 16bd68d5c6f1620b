import type { Files } from '#features/attachments/server/store.ts'
import { sweepAttachments } from '#features/attachments/server/sweep.ts'
import { sealLines } from '#features/audit/server/sql.ts'
import { deleteSpentChallenges } from '#features/auth/server/passkey-sql.ts'
import { deleteChallengesOver } from '#features/auth/server/second-factor-sql.ts'
import { countMonths } from '#features/figures/server/count-months.ts'
import { tellPrograms } from '#features/integration/server/tell-program.ts'
import { resumeStandingRuns } from '#features/invoices/server/billing-run.ts'
import type { Papers } from '#features/invoices/server/papers.ts'
import { reminderChore } from '#features/invoices/server/reminders.ts'
import { noticeChore } from '#features/notices/server/send-notices.ts'
import { askForPayments } from '#features/payments/server/ask-provider.ts'
import { removeWhatIsOver } from '#features/privacy/server/remove-due.ts'
import type { Secrets } from '#kit/server/keys.ts'
import type { Chore } from '#tenancy/server/chores.ts'
import type { Database } from '#tenancy/server/database.ts'
import type { JobQueue } from '#tenancy/server/job-queue.ts'
import type { Outbox } from '#tenancy/server/outbox.ts'

type Means = {
  database: Database
  files: Files
  outbox: Outbox
  papers: Papers
  jobs: JobQueue
  secrets: Secrets
  areMailsSent: boolean
}

/** Chores in every laboratory (deploy/alarms.yml has the alarms). */
export const choresWith = ({ database, files, outbox, papers, jobs, secrets, areMailsSent }: Means): Chore[] => [
  {
    name: 'files',
    everyMinutes: 1,
    everywhere: (laboratories, signal) => sweepAttachments({ database, ...files }, { laboratories, signal }),
  },
  { name: 'audit', everyMinutes: 1, work: sealLines },
  { name: 'challenges', everyMinutes: 60, work: deleteChallengesOver },
  { name: 'passkey-challenges', everyMinutes: 60, work: deleteSpentChallenges },
  { name: 'mails', everyMinutes: 60, work: outbox.tidy },
  { name: 'notices', everyMinutes: 1, work: noticeChore(outbox, secrets) },
  {
    name: 'retention',
    everyMinutes: 60,
    everywhere: (laboratories, signal) => removeWhatIsOver(database, laboratories, { signal }),
  },
  {
    name: 'documents',
    everyMinutes: 1,
    everywhere: (laboratories, signal) => papers.makeWaiting(laboratories, signal),
  },
  { name: 'billing-runs', everyMinutes: 1, work: resumeStandingRuns(jobs) },
  { name: 'programs', everyMinutes: 1, work: tellPrograms(jobs) },
  { name: 'payments', everyMinutes: 1, work: askForPayments(jobs) },
  {
    name: 'figures',
    everyMinutes: 10,
    everywhere: (laboratories, signal) => countMonths(database, laboratories, { signal }),
  },
  { name: 'reminders', everyMinutes: 60, work: reminderChore(outbox, areMailsSent) },
]
