import { type Day, dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { attachment } from '#kit/server/attachment.ts'
import { type Api, type BinaryAnswer, on } from '#kit/server/serve.ts'
import { type SignedIn, shareOf } from '#tenancy/server/actor.ts'
import { asPracticeUser, asStaff } from '#tenancy/server/guards.ts'
import { accountCalls, staffAccountCalls } from '../account-contract.ts'
import type { StatementQuery } from '../account-input.ts'
import { isPeriod } from '../statement-period.ts'
import { statementName, statementOf } from './account-statement.ts'
import { findAccount, mostLines } from './account-statement-sql.ts'
import { drawPaperInTurn } from './document/drawing.ts'
import { findReminderSettings } from './reminders-sql.ts'

type Asked = {
  practiceId: string
  query: StatementQuery
  outgoing: Headers
  refuse: (code: 'period_wrong' | 'period_too_full') => never
}

/** Drawn anew for each request from the current state: a statement is no piece, and is not stored. */
async function statementAnswer(user: SignedIn, { practiceId, query, outgoing, refuse }: Asked): Promise<BinaryAnswer> {
  const now = new Date()
  const today: Day = dayInZone(now, user.timeZone)
  const { to = today, from = `${to.slice(0, 4)}-01-01` } = query
  const period = { from, to }
  if (!isPeriod(period)) return refuse('period_wrong')
  const facts = await findAccount(user, { practiceId, ...period, today })
  if (!facts) throw problem('not_found')
  if (facts.entries.length > mostLines) return refuse('period_too_full')
  // Practices read it in the reader's language; what the laboratory sends out is in the laboratory's.
  const language = user.kind === 'practice' ? user.language : facts.language
  outgoing.set('content-disposition', attachment(statementName(language, period)))
  const share = shareOf(user)
  const document = statementOf(facts, { ...period, today, issuedAt: now, language })
  return { type: 'application/pdf', bytes: () => drawPaperInTurn(share, { type: 'statement', document }) }
}

/** Routes of a practice's account: its statement on paper, and the reminders' settings. */
export function accountStatementRoutes(api: Api) {
  on(api, accountCalls.statement, asPracticeUser, ({ actor: user, query, outgoing, refuse }) =>
    statementAnswer(user, { practiceId: user.practiceId, query, outgoing, refuse }),
  )

  on(api, staffAccountCalls.statement, asStaff, ({ actor: staff, params, query, outgoing, refuse }) =>
    statementAnswer(staff, { practiceId: params.id, query, outgoing, refuse }),
  )

  on(api, staffAccountCalls.reminders, asStaff, async ({ actor: staff }) => ({
    data: await findReminderSettings(staff),
  }))
}
