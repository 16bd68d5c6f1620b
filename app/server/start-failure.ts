import { OperatorError } from '#kit/server/operator-error.ts'
import { StorageFailure } from '#kit/server/storage.ts'

/** Explains in one sentence for the operator why the start failed, if it is not a bug; a bug is returned unchanged. */
export function explainStart(error: unknown, dataFolder: string): unknown {
  if (!(error instanceof Error) || error instanceof OperatorError) return error
  // A connection error then concerns the store, not the database.
  if (error instanceof StorageFailure) return new OperatorError(sentenceForStorage(error, dataFolder))
  // An error that only names the failed step has the reason as its cause.
  const reason = explainStart(error.cause, dataFolder)
  if (reason instanceof OperatorError) return reason
  const sentence = sentenceFor('code' in error ? String(error.code) : '', error, dataFolder)
  return sentence ? new OperatorError(sentence) : explainConnection(error, 'DATABASE_OWNER_URL')
}

type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_JOBS_URL' | 'DATABASE_OWNER_URL'

/** The same for one of the three database addresses, which only the caller can name. */
export function explainConnection(error: unknown, setting: DatabaseSetting): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET)/.test(code)) {
    return new OperatorError(`The database of ${setting} cannot be reached (${code}).`)
  }
  // Connected, but silent: the port belongs to something else, or to a hanging database.
  if (error instanceof Error && /^timeout expired$/.test(error.message)) {
    return new OperatorError(`The database of ${setting} cannot be reached (it does not answer).`)
  }
  if (code === '3D000')
    return new OperatorError(`The database of ${setting} is not there: create it, or set another name.`)
  if (/^28/.test(code)) return new OperatorError(`The database of ${setting} refuses this role or password.`)
  return error
}

function sentenceFor(code: string, error: Error, dataFolder: string): string | undefined {
  if (code === '53300') {
    return 'The database has no connection free: let it have more (max_connections), or start fewer processes.'
  }
  if (/^57P0[123]$/.test(code)) return 'The database is starting or stopping: start again in a moment.'
  if (code === '53100') return 'The disk of the database is full: make room and start again.'
  if (/^(ENOSPC|EDQUOT)$/.test(code)) {
    return `The disk is full${placeOf(error)}: make room and start again. Data is kept in ${dataFolder}.`
  }
  if (/^(EACCES|EPERM|EROFS)$/.test(code)) return `This user may not write${placeOf(error)} (${code}).`
  if (/^Connection terminated/.test(error.message)) {
    return 'The database ended while the start was using it: its own log says why.'
  }
  if (code === 'EMFILE') return 'This process may not open more files: raise the limit (`ulimit -n`, 4096 or more).'
}

/** The system's message about the disk comes first. */
function sentenceForStorage(error: StorageFailure, dataFolder: string): string {
  const { innermost, reason } = error
  return (
    (innermost && sentenceFor(reason, innermost, dataFolder)) ??
    `Files cannot be stored (${reason}): the disk or the store is full or away.`
  )
}

const placeOf = (error: Error) => ('path' in error && typeof error.path === 'string' ? ` (${error.path})` : '')
