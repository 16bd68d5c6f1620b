import { Problem, problem } from '#kit/problem.ts'

/** SQLSTATE classes that mean "the database is not there, or not for us right now". */
const unavailableClasses = ['08', '53', '57', '58']
/** Another transaction was faster: serialization failure, deadlock, unique and exclusion violations. */
const lostRaces = ['40001', '40P01', '23505', '23P01']
const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND', 'EACCES']
/** pg has no code for these: its pool and its client name them by message only. The word is ours, for the log. */
const brokenConnections: readonly [message: RegExp, word: string][] = [
  [/connection timeout|timeout exceeded when trying to connect|timeout expired/i, 'no_connection_in_time'],
  [/Query read timeout/i, 'no_answer_in_time'],
  [/Cannot use a pool after calling end/i, 'stopping'],
  [
    /Connection terminated|not queryable|Client has encountered a connection error|server closed the connection|Connection ended/i,
    'connection_lost',
  ],
]

/** What has become of the connection, in one word, where pg says it by a message alone. */
export const brokenConnection = ({ message }: Error): string | undefined =>
  brokenConnections.find(([pattern]) => pattern.test(message))?.[1]

/** How often the database was not there for us, by class of SQLSTATE (53: no room), for the figures of operation. */
export const absences = new Map(['08', '53', '55', '57', '58'].map(name => [name, 0]))

/**
 * What an error of the database means to the caller. Constraint violations that a feature knows about are caught by the
 * feature before they come here; what is left is a lost race, an absent database, or a bug (returned as it is: 500).
 * `owners`: tables whose rows go while others write what belongs to them.
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
    // A lock waited for longer than lock_timeout: somebody holds it far too long, nobody has lost anything.
    code === '55P03' ||
    // The database is being created, restarted or has run out of room for one more connection; or another secret has
    // taken the place of ours, and another process can answer.
    (stage === 'opening' && ['3D000', '28000', '28P01', '42501'].includes(code))
  )
    return code.slice(0, 2)
  return unreachable.includes(code) || brokenConnection(error) !== undefined ? '08' : undefined
}

/**
 * What a new row belongs to has gone meanwhile; the detail ends with the name of its table, in whichever language, and begins
 * with the key only for who may see all rows. Where something cannot go because rows still name it, that is the table of
 * those rows. A key that breaks in any other way is a fault of ours.
 */
function isOwnerGone(error: Error, code: string, owners: readonly string[]): boolean {
  const detail = code === '23503' && 'detail' in error && typeof error.detail === 'string' ? error.detail : ''
  const words = detail.slice(detail.lastIndexOf(')') + 1).split(/\W+/)
  return owners.some(table => words.includes(table) && !('table' in error && error.table === table))
}

/** Whether the database refused because of this constraint, for the feature that knows what it means. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === constraint

function problemWithCause(code: 'conflict' | 'unavailable', cause: Error) {
  const refusal = problem(code, code === 'unavailable' ? { retryAfter: 2 } : {})
  refusal.cause = cause
  return refusal
}
