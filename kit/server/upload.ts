import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { Busboy } from '@fastify/busboy'
import type { Answer, Endpoint, Params, RefusalOf } from '#kit/contract.ts'
import { Problem, type ProblemDetails, problem } from '#kit/problem.ts'
import { makeFolder } from './folder.ts'
import type { MakersGuard } from './guard.ts'
import { slowestBytesPerSecond } from './http-server.ts'
import {
  againIfSame,
  type EarlierAnswer,
  fingerprintOf,
  idempotencyKeyOf,
  idempotent,
  type KeptAnswer,
} from './idempotency.ts'
import { describeError } from './log.ts'
import { OperatorError } from './operator-error.ts'
import type { Api } from './serve.ts'
import { answerToKeep, checkedParams, refuserOf, reply, replyOrRefuse, routeOf } from './serve.ts'
import { newTurns } from './turns.ts'

/** A received file, in the temporary folder until the request is over. */
export type ReceivedFile = { path: string; name: string; size: number; sha256: Buffer; fields: Map<string, string> }

type Refuse<E extends Endpoint> = (code: RefusalOf<E>, details?: ProblemDetails) => never
type Asked<E extends Endpoint, A> = { actor: A; params: Params<E['path']>; requestId: string; refuse: Refuse<E> }

/**
 * The steps of an upload. Only `reserve`, `finish` and `release` have an actor: they run in short transactions of their own, and
 * none is open while bytes are transferred. Callers without the right are refused before they have sent anything.
 */
export type UploadSteps<E extends Endpoint, A, R extends { limit: number }, S> = {
  /** The limit in bytes for a file that is sent again. */
  limitOf: (actor: A) => Promise<number>
  /** Checks right and room, and inserts the row that precedes the bytes. */
  reserve: (asked: Asked<E, A>) => Promise<R>
  /** Checks name and fields: called at the file's start with the fields before it, and at the end with all. */
  judge: (part: Pick<ReceivedFile, 'name' | 'fields'>, reserved: R, refuse: Refuse<E>) => void
  /** Inspects the bytes and moves them to their final place; `begin` is called just before that. */
  store: (file: ReceivedFile, reserved: R, refuse: Refuse<E>, begin: () => void) => Promise<S>
  finish: (asked: Asked<E, A>, reserved: R, stored: S) => Promise<Answer<E>>
  /** Cleans up after a failure. `left`: what has been stored. */
  release: (actor: A, reserved: R, left: Left<S>) => Promise<void>
}

/** `perhaps`: storing failed, or is still going on. */
type Left<S> = 'nothing' | 'perhaps' | { stored: S }

/** For multipart boundaries and text fields around the file. */
const extraBytes = 16 * 1024

export type UploadSettings = {
  /** The temporary folder. */
  folder: string
  /** The slowest pace allowed, per interval in milliseconds. */
  slowest?: Pace
}

type Pace = { bytesPerSecond: number; milliseconds: number }
/** Two files at once over half a megabit a second are still faster: 5 MB take five minutes at most. */
const slowest: Pace = { bytesPerSecond: slowestBytesPerSecond, milliseconds: 10_000 }

/** Slow senders hold a place each, but only while they send, not while their file waits to be inspected. */
const { inTurn } = newTurns({
  name: 'uploads',
  atOnce: 64,
  atOnceOfOne: [32, 16, 8],
  longestQueue: 128,
  retryAfter: 5,
})

export function onUpload<const E extends Endpoint, A, R extends { limit: number }, S>(
  api: Api,
  endpoint: E,
  guard: MakersGuard<A, E['needs']>,
  settings: UploadSettings,
  steps: UploadSteps<E, A, R, S>,
): void {
  api.endpoints.push(endpoint)
  const refuse = refuserOf(endpoint) as Refuse<E>
  const route = routeOf(endpoint)
  const { needs } = endpoint

  api.http.on(endpoint.method, endpoint.path, c => {
    const request = c.get('request')
    const { requestId } = request
    const outgoing = new Headers()
    return replyOrRefuse(c, endpoint, outgoing, async () => {
      const begun = await guard.run(request, needs, 'write', async actor => {
        const params = checkedParams(c) as Params<E['path']>
        const key = idempotencyKeyOf(request.headers)
        const maker = guard.makerOf(actor, request)
        const earlier = key === undefined ? undefined : await maker.find({ route, key })
        await maker.count(earlier ? 'repeats' : 'files')
        const next = earlier
          ? { earlier, limit: await steps.limitOf(actor) }
          : { reserved: await steps.reserve({ actor, params, requestId, refuse }) }
        checkHeaders(request.headers, 'reserved' in next ? next.reserved.limit : next.limit)
        return { params, key, share: maker.share, ...next }
      })
      const { params, key, share } = begun
      const path = join(settings.folder, randomUUID())
      try {
        const answer = 'reserved' in begun ? await takeIn(begun.reserved) : await compare(begun.earlier, begun.limit)
        return await reply(endpoint, answer, outgoing)
      } catch (error) {
        throw meaningOf(error)
      } finally {
        await rm(path, { force: true })
      }

      function received(limit: number, judge?: Judge) {
        const place = { path, limit, slowest: settings.slowest ?? slowest }
        return inTurn(share, () => receive(c.req.raw, place, judge))
      }

      function fingerprint({ name, fields, sha256 }: ReceivedFile) {
        return fingerprintOf(params, name, [...fields], sha256.toString('hex'))
      }

      /** For a request that was answered before, nothing is stored again: the file only has to be the same. */
      async function compare(earlier: EarlierAnswer, limit: number) {
        return againIfSame(earlier, fingerprint(await received(limit)))
      }

      async function takeIn(reserved: R): Promise<Answer<E> | KeptAnswer> {
        let left: Left<S> = 'nothing'
        let isFinished = false
        try {
          const file = await received(reserved.limit, part => steps.judge(part, reserved, refuse))
          steps.judge(file, reserved, refuse)
          const stored = await steps.store(file, reserved, refuse, () => {
            left = 'perhaps'
          })
          left = { stored }
          return await guard.run(request, needs, 'write', async (actor): Promise<Answer<E> | KeptAnswer> => {
            const finish = () => {
              isFinished = true
              return steps.finish({ actor, params, requestId, refuse }, reserved, stored)
            }
            if (key === undefined) return finish()
            const asked = { route, key, params, fingerprint: fingerprint(file) }
            return idempotent(guard.makerOf(actor, request), asked, async () => answerToKeep(endpoint, await finish()))
          })
        } catch (error) {
          isFinished = false
          throw error
        } finally {
          // If this fails, the sweep cleans up.
          if (!isFinished)
            await guard
              .run(request, needs, 'write', actor => steps.release(actor, reserved, left))
              .catch(error => api.services.log.warn({ requestId, error: describeError(error) }, 'upload not released'))
        }
      }
    })
  })
}

/** Translates errors: broken off by the sender, no room in the temporary folder; anything else is returned unchanged. */
function meaningOf(error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (/Abort|Timeout/.test(error.name) || /ABORT|ECONNRESET|PREMATURE_CLOSE/.test(code))
    return problem('unavailable', { retryAfter: 1 })
  if (!(error instanceof OperatorError) && !['ENOSPC', 'EDQUOT', 'EROFS'].includes(code)) return error
  const refusal = new Problem('storage_unavailable', 507)
  refusal.cause = error
  return refusal
}

/** Before the first byte is read. */
function checkHeaders(headers: Headers, limit: number): void {
  if (!/^multipart\/form-data;.*\bboundary=/i.test(headers.get('content-type') ?? '')) {
    throw problem('media_type_unsupported')
  }
  if (Number(headers.get('content-length')) > limit + extraBytes) throw tooLarge()
}

const tooLarge = () => new Problem('file_too_large', 413)
const required = () => problem('input_invalid', { errors: [{ path: 'file', code: 'required' }] })

type Place = { path: string; limit: number; slowest: Pace }
type Judge = (part: Pick<ReceivedFile, 'name' | 'fields'>) => void

/** Streams the body's one file to `path`, with no more in memory than a pipe holds. */
async function receive(request: Request, { path, limit, slowest }: Place, judge?: Judge): Promise<ReceivedFile> {
  if (!request.body) throw required()
  makeFolder(dirname(path), 0o700)
  const fields = new Map<string, string>()
  let saving: Promise<ReceivedFile> | undefined
  const abort = new AbortController()
  const parser = parserOf(request)
  parser.on('field', (name, value) => fields.set(name, value))
  parser.on('file', (name, stream, fileName) => {
    saving = (async () => {
      // The parser takes parts for files by their type, even without a name.
      if (name !== 'file' || typeof fileName !== 'string') throw required()
      judge?.({ name: fileName, fields })
      return { path, name: fileName, fields, ...(await save(stream, path, limit, abort.signal)) }
    })()
    saving.catch(error => {
      stream.destroy()
      // Once its file is refused, no more of the body is read.
      abort.abort(error)
    })
  })
  for (const surplus of ['partsLimit', 'filesLimit', 'fieldsLimit'])
    parser.on(surplus, () => abort.abort(problem('input_invalid', { errors: [{ path: '', code: 'too_many' }] })))
  try {
    const body = Readable.fromWeb(request.body as WebStream<Uint8Array>)
    await pipeline(body, atPace(slowest), parser, { signal: abort.signal })
  } catch (error) {
    const reason = abort.signal.aborted ? abort.signal.reason : error
    abort.abort(reason)
    await saving?.catch(() => {})
    throw reason instanceof Problem || !isMalformed(reason) ? reason : required()
  }
  if (!saving) throw required()
  return saving
}

/** Passes bytes on, and fails when they come more slowly than any real line. */
function atPace({ bytesPerSecond, milliseconds }: Pace): Transform {
  let came = 0
  const watch = setInterval(() => {
    if (came < (bytesPerSecond * milliseconds) / 1000) stream.destroy(problem('unavailable', { retryAfter: 1 }))
    came = 0
  }, milliseconds)
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      came += chunk.length
      done(null, chunk)
    },
    destroy(error, done) {
      clearInterval(watch)
      done(error)
    },
  })
  return stream
}

/** The parser's own errors have neither a code nor a name. */
const isMalformed = (error: unknown) => error instanceof Error && error.name === 'Error' && !('code' in error)

function parserOf(request: Request) {
  try {
    return new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: { fields: 4, fieldSize: 200, files: 1, parts: 5, headerPairs: 20, headerSize: 4_096 },
    })
  } catch {
    throw problem('media_type_unsupported')
  }
}

async function save(stream: Readable, path: string, limit: number, signal: AbortSignal) {
  const hash = createHash('sha256')
  let size = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > limit) return done(tooLarge())
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(stream, count, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
  if (size === 0) throw required()
  return { size, sha256: hash.digest() }
}

/** Removes what a killed process has left in the temporary folder. */
export async function clearPassage(folder: string, olderThanSeconds: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (mtimeMs <= Date.now() - olderThanSeconds * 1000) await rm(path, { force: true })
  }
}
