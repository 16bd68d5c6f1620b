import { fullName } from '#features/account/rules.ts'
import type { CaseProblem } from '../contract.ts'
import type { ProblemRow } from './correspondence-sql.ts'

export const caseLink = (id: string | null, code: string | null) => (id && code ? { id, code } : null)

export const caseProblem = (row: ProblemRow): CaseProblem => ({
  id: row.id,
  kind: row.kind,
  description: row.description,
  reportedAt: row.reported_at,
  reportedBy: fullName(row),
  remake: caseLink(row.remake_id, row.remake_code),
})
