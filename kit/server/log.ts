import { writeSync } from 'node:fs'
import { type Logger, pino } from 'pino'
import type { Problem } from '#kit/problem.ts'
import { brokenConnection } from './database-problem.ts'

/** Lines are written in batches, within a tenth of a second, and all of them before the process ends. */
const output = pino.destination({
  dest: 1,
  sync: false,
  minLength: 4_096,
  periodicFlush: 100,
  maxLength: 4 * 1_048_576,
})

// A full disk under the log must stop nothing: four megabytes wait for room, anything beyond is lost. A closed reader stops
// nothing either: pino then writes no more, and requests go on.
let isFull = false
output.on('error', error => {
  const code = 'code' in error ? String(error.code) : ''
  isFull = /^(ENOSPC|EDQUOT)$/.test(code)
  if (code === 'EPIPE') tellElsewhere('Nobody reads the log any more: it goes on with the next start.\n')
  else if (!isFull) throw error
})

/** Bytes waiting to be written. */
let waiting = 0
const write = output.write.bind(output)
output.write = line => {
  waiting += Buffer.byteLength(line)
  return write(line)
}
output.on('write', written => {
  isFull = false
  waiting -= written
})
output.on('drop', line => {
  waiting -= Buffer.byteLength(line)
})
// pino calls flushSync when the process ends; if writing is impossible it would try for ever.
const flush = output.flushSync.bind(output)
output.flushSync = () => {
  if (waiting > 0 && !isFull && canWrite()) flush()
}

/** Only writing shows it: a space before the next line, which readers of the log ignore. */
function canWrite(): boolean {
  try {
    writeSync(1, ' ')
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && /^(EAGAIN|EBUSY)$/.test(String(error.code))
  }
}

function tellElsewhere(sentence: string) {
  try {
    writeSync(2, sentence)
  } catch {
    // Standard error is closed too.
  }
}

/** A sentence for the operator who started the process, written in order with the log lines. */
export const say = (sentence: string): void => void output.write(`${sentence}\n`)

export const newLog = (level: string): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output)

const databaseFields = ['code', 'constraint', 'table', 'column', 'routine', 'severity'] as const

/**
 * An error for the log, without personal data: messages and details of database errors quote values, so only their names are
 * kept.
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

/** A refusal in one short line: its code, and the cause it passes on (`ECONNREFUSED`, `53300`). */
export function describeRefusal({ code, cause }: Problem): Record<string, unknown> {
  return cause instanceof Error ? { code, cause: describeCause(cause) } : { code }
}

/** The innermost cause in codes, never a message. */
export function describeCause(error: Error): { type: string; code?: string } {
  const chain = chainOf(error)
  const last = chain.length > 1 ? chain.at(-1)?.name : undefined
  const code = chain.map(wordOf).find(word => word !== undefined) ?? last
  return { type: 'severity' in error ? 'DatabaseError' : error.name, ...(code ? { code } : {}) }
}

const chainOf = (error: Error): Error[] => [error, ...(error.cause instanceof Error ? chainOf(error.cause) : [])]

const wordOf = (error: Error): string | undefined =>
  'code' in error && error.code ? String(error.code) : brokenConnection(error)

/** The stack without its first lines, which repeat the message. */
const framesOf = (error: Error) =>
  error.stack
    ?.split('\n')
    .filter(line => /^\s+at /.test(line))
    .join('\n')
