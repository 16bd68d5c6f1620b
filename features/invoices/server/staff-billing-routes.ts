import { recordDeed, recordDeedOn } from '#features/audit/server/sql.ts'
import { usualCustomerAccount } from '#features/bookkeeping/customer-input.ts'
import { findCustomerAccount } from '#features/bookkeeping/server/accounts-sql.ts'
import { findPractice, setPracticeNumber } from '#features/people/server/practices-sql.ts'
import { problem } from '#kit/problem.ts'
import { refuseRepeated } from '#kit/server/repeated.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import type { JobSender } from '#tenancy/server/job.ts'
import { billingCalls } from '../billing-contract.ts'
import { settingsGaps } from '../billing-rules.ts'
import { billingRun } from './billing-run.ts'
import { listRuns } from './billing-sql.ts'
import { setReminderSettings } from './reminders-sql.ts'
import { findSettings, saveSettings } from './settings-sql.ts'
import {
  findInitialBalance,
  findNumber,
  listCasesToBill,
  listCreditedCases,
  listPracticesToBill,
  setPrices,
} from './unbilled-sql.ts'

/** Routes of what precedes a piece: billable cases, their prices and practices. */
export function staffBillingRoutes(api: Api, jobs: JobSender) {
  on(api, billingCalls.practices, asStaff, async ({ actor: staff, query }) => ({
    data: await listPracticesToBill(staff, query),
  }))

  on(api, billingCalls.practice, asStaff, async ({ actor: staff, params }) => {
    const [practice] = await listPracticesToBill(staff, params)
    if (!practice) throw problem('not_found')
    return {
      data: {
        ...practice,
        rppsSiretSiren: await findNumber(staff, params.id),
        initialBalanceCents: await findInitialBalance(staff, params.id),
        customerAccount: {
          said: await findCustomerAccount(staff, params.id),
          usual: usualCustomerAccount(params.id),
        },
        waiting: await listCasesToBill(staff, params.id),
        credited: await listCreditedCases(staff, params.id),
      },
    }
  })

  on(api, billingCalls.setNumber, asStaff, async ({ actor: staff, params, body, requestId }) => {
    const practice = await findPractice(staff, params.id, { isLocked: true })
    if (!practice) throw problem('not_found')
    // A repetition after a lost answer succeeds, too.
    if (practice.rppsSiretSiren === body.rppsSiretSiren) return undefined
    if (practice.rppsSiretSiren !== body.seen) throw problem('conflict')
    await setPracticeNumber(staff, params.id, body.rppsSiretSiren)
    await recordDeedOn(staff, params.id, 'practice_changed', requestId)
    return undefined
  })

  on(api, billingCalls.setPrices, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    refuseRepeated(body.prices, 'prices', 'caseSequence')
    const outcome = await setPrices(staff, params.id, body)
    if (outcome === 'billed_already') return refuse(outcome)
    if (outcome !== 'set') throw problem('not_found')
    await recordDeed(staff, 'price_set', requestId, params.id)
    return undefined
  })

  on(api, billingCalls.settings, asStaff, async ({ actor: staff }) => ({ data: await findSettings(staff) }))

  on(api, billingCalls.saveSettings, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    const { version: read, reminders, ...said } = body
    const errors = settingsGaps(said)
    if (errors.length > 0) throw problem('input_invalid', { errors })
    const saved = await saveSettings(staff, said, read)
    if (!saved) return refuse('changed_meanwhile')
    if (saved.isNew) await recordDeed(staff, 'billing_settings_changed', requestId)
    const pace = reminders ? await setReminderSettings(staff, reminders) : 'kept'
    if (pace === 'changed_meanwhile') return refuse(pace)
    if (pace === 'set') await recordDeed(staff, 'reminders_changed', requestId)
    return { data: { version: saved.version } }
  })

  on(api, billingCalls.resumeRun, asStaff, async ({ actor: staff, params, requestId }) => {
    const [run] = await listRuns(staff, params.id)
    if (!run) throw problem('not_found')
    if (run.done < run.practices) {
      await jobs.enqueue(staff, billingRun, { runId: run.id })
      await recordDeed(staff, 'billing_run_started', requestId)
    }
    return undefined
  })
}
