import { dayInZone } from '#kit/day.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { may } from '#tenancy/rights.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { type Queue, staffDashboardCalls } from '../contract.ts'
import { firstStepCalls, firstSteps } from '../first-steps-contract.ts'
import { findFirstSteps } from './first-steps-sql.ts'
import { countQueues } from './staff-sql.ts'

/** Routes of the laboratory's first screen. */
export function staffDashboardRoutes(api: Api, { areMailsSent }: { areMailsSent: boolean }) {
  on(api, firstStepCalls.show, asStaff, async ({ actor: staff }) => {
    const { unpriced, mails, ...facts } = await findFirstSteps(staff)
    const isDone = { ...facts, mails: mails && areMailsSent }
    return { data: { done: firstSteps.filter(step => isDone[step]), unpriced, areMailsSent } }
  })

  on(api, staffDashboardCalls.waiting, asStaff, async ({ actor: staff }) => {
    const now = new Date()
    const rows = await countQueues(staff, dayInZone(now, staff.timeZone))
    const of = (queue: Queue) => {
      const row = rows.find(one => one.queue === queue)
      if (!row) throw new Error(`Nothing is counted for ${queue}.`)
      return { count: row.count, since: row.since }
    }
    const ofBooks = (queue: Queue) => (may(staff, 'billing') ? of(queue) : null)
    return {
      data: {
        updatedAt: now.toISOString(),
        queues: {
          late: of('late'),
          today: of('today'),
          registered: of('registered'),
          answers: of('answers'),
          messages: of('messages'),
          problems: of('problems'),
          feedback: of('feedback'),
          signups: of('signups'),
          accountChanges: of('accountChanges'),
          erasures: of('erasures'),
          pickupsToConfirm: of('pickupsToConfirm'),
          pickups: of('pickups'),
          supplies: of('supplies'),
          toBill: ofBooks('toBill'),
          questions: ofBooks('questions'),
          approved: ofBooks('approved'),
          overdue: ofBooks('overdue'),
        },
      },
    }
  })
}
