import { Problem, problem } from '#kit/problem.ts'

/** SQLSTATE classes that mean "the database is not there, or not for us right now". */
const unavailableClasses = ['08', '53', '57', '58']
/** Another transaction was faster: serialization failure, deadlock, unique and exclusion violations. */
const lostRaces = ['40001', '40P01', '23505', '23P01']
const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND', 'EACCES']
/** Errors without a code, which pg's pool and client identify only by message; the word on the right is ours, for the log. */
const brokenConnections: readonly [message: RegExp, word: string][] = [
  [/connection timeout|timeout exceeded when trying to connect|timeout expired/i, 'no_connection_in_time'],
  [/Query read timeout/i, 'no_answer_in_time'],
  [/Cannot use a pool after calling end/i, 'stopping'],
  [
    /Connection terminated|not queryable|Client has encountered a connection error|server closed the connection|Connection ended/i,
    'connection_lost',
  ],
]

/** The connection error in one word, where pg gives only a message. */
export const brokenConnection = ({ message }: Error): string | undefined =>
  brokenConnections.find(([pattern]) => pattern.test(message))?.[1]

/** How often the database was unavailable, by SQLSTATE class (53: no room), for metrics. */
export const absences = new Map(['08', '53', '55', '57', '58'].map(name => [name, 0]))

/**
 * Translates a database error for the caller. Features catch the constraint violations that they know before this; what remains
 * is a lost race, an absent database, or a bug (returned unchanged: 500). `owners`: tables whose rows may be deleted while others
 * write rows that reference them.
 */
export function asProblem(error: unknown, stage: 'opening' | 'work', owners: readonly string[] = []): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (lostRaces.includes(code) || isOwnerGone(error, code, owners)) return problemWithCause('conflict', error)
  const absence = classOfAbsence(error, code, stage)
  if (absence) {
    absences.set(absence, (absences.get(absence) ?? 0) + 1)
    return problemWithCause('unavailable', error)
  }
  return error
}

function classOfAbsence(error: Error, code: string, stage: 'opening' | 'work'): string | undefined {
  if (
    unavailableClasses.includes(code.slice(0, 2)) ||
    // A lock wait beyond lock_timeout: somebody holds the lock far too long, but no race was lost.
    code === '55P03' ||
    // The database is being created, is restarting or has no free connection slots; or our secret has been replaced and another
    // process can answer.
    (stage === 'opening' && ['3D000', '28000', '28P01', '42501'].includes(code))
  )
    return code.slice(0, 2)
  return unreachable.includes(code) || brokenConnection(error) !== undefined ? '08' : undefined
}

/**
 * The row that a new row references has been deleted meanwhile. The detail ends with its table's name, in any server language,
 * and includes the key only for roles that see all rows. For a delete that is blocked by referencing rows, it names the table of
 * those. Any other foreign key violation is a bug of ours.
 */
function isOwnerGone(error: Error, code: string, owners: readonly string[]): boolean {
  const detail = code === '23503' && 'detail' in error && typeof error.detail === 'string' ? error.detail : ''
  const words = detail.slice(detail.lastIndexOf(')') + 1).split(/\W+/)
  return owners.some(table => words.includes(table) && !('table' in error && error.table === table))
}

/** Whether the database refused because of this constraint, for the feature that knows its meaning. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === constraint

function problemWithCause(code: 'conflict' | 'unavailable', cause: Error) {
  const refusal = problem(code, code === 'unavailable' ? { retryAfter: 2 } : {})
  refusal.cause = cause
  return refusal
}
