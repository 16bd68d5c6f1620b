import type { CaseProblem } from '../contract.ts'
import type { ProblemRow } from './correspondence-sql.ts'

export const fullName = (user: Record<'title' | 'first_name' | 'last_name', string | null>) =>
  [user.title, user.first_name, user.last_name].filter(Boolean).join(' ')

export const caseLink = (id: string | null, code: string | null) => (id && code ? { id, code } : null)

export const caseProblem = (row: ProblemRow): CaseProblem => ({
  id: row.id,
  kind: row.kind,
  description: row.description,
  reportedAt: row.reported_at,
  reportedBy: fullName(row),
  remake: caseLink(row.remake_id, row.remake_code),
})
