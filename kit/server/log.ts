import { type Logger, pino } from 'pino'

/** Lines go out together, after a tenth of a second at the latest, and all of them before the process ends. */
const output = pino.destination({
  dest: 1,
  sync: false,
  minLength: 4_096,
  periodicFlush: 100,
  maxLength: 4 * 1_048_576,
})

// A disk that is full under the log alone stops nothing: four megabytes wait for room, what is beyond them is lost.
let isFull = false
output.on('error', error => {
  isFull = 'code' in error && /^(ENOSPC|EDQUOT)$/.test(String(error.code))
  if (!isFull) throw error
})
output.on('write', () => {
  isFull = false
})
// pino calls it as the process ends, and on a full disk it would try for ever.
const flush = output.flushSync.bind(output)
output.flushSync = () => {
  if (!isFull) flush()
}

/** For whoever started the process: a sentence of its own, in turn with the lines of the log. */
export const say = (sentence: string): void => void output.write(`${sentence}\n`)

export const newLog = (level: string): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output)

const databaseFields = ['code', 'constraint', 'table', 'column', 'routine', 'severity'] as const

/**
 * An error for the log, without personal data: messages and details of database errors quote the values they choke on,
 * so only their names are kept.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) }
  if ('severity' in error) {
    const record = error as unknown as Record<string, unknown>
    const named = Object.fromEntries(databaseFields.map(field => [field, record[field]]))
    return { type: 'DatabaseError', ...named, stack: framesOf(error), ...cause }
  }
  if (error.name === 'ValiError') return { type: 'ValiError', stack: framesOf(error), ...cause }
  return { type: error.name, message: error.message, stack: framesOf(error), ...cause }
}

/** The stack without its first lines, which repeat the message. */
const framesOf = (error: Error) =>
  error.stack
    ?.split('\n')
    .filter(line => /^\s+at /.test(line))
    .join('\n')
