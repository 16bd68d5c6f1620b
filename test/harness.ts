import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type AppSettings, createApp } from '#app/server/api.ts'
import '#kit/server/light-objects.ts'
import { AccessTokens } from '#tenancy/server/access-token.ts'
import { testSecret } from './global-setup.ts'
import { lastingPool } from './lasting-pool.ts'
import { makeWith, type TestLaboratory, type TestUser } from './make.ts'

export { testSecret }

/** For tests that make more in a minute than any user. */
export const noCreatingRates = {
  things: { points: 1_000_000, seconds: 300 },
  changes: { points: 1_000_000, seconds: 300 },
  files: { points: 1_000_000, seconds: 300 },
  repeats: { points: 1_000_000, seconds: 300 },
  questions: { points: 1_000_000, seconds: 300 },
}

type RequestOptions = {
  method?: string
  /** An object goes as JSON, a form as it is. */
  body?: unknown
  headers?: Record<string, string>
  /** Socket address that the server sees. */
  address?: string
}

/**
 * The real application on the run's PostgreSQL, called in-process. One per test file; closes itself.
 */
export function startTestApp(settings: Partial<AppSettings> = {}, database = inject('database')) {
  const isOfTheRun = database.appUrl === inject('database').appUrl
  const poolOf = (config: pg.PoolConfig) => (isOfTheRun && config.max !== 1 ? lastingPool(config) : new pg.Pool(config))
  const folder = mkdtempSync(join(tmpdir(), 'arcade-files-'))
  // As each start leaves it, see db/installation.ts.
  mkdirSync(join(folder, 'files'))
  writeFileSync(join(folder, 'files', 'database-id'), 'of the tests')
  const ofApp: AppSettings = {
    databaseUrl: database.appUrl,
    jobsUrl: database.jobsUrl,
    appSecret: testSecret,
    trustedProxies: 0,
    webRoot: new URL('./fixtures/web', import.meta.url).pathname,
    logLevel: process.env.LOG_LEVEL ?? 'silent',
    connections: 8,
    patience: 5,
    newPool: poolOf,
    // When a test says so (`app.writeSightings()`): on a busy machine the second of the product ends in the midst of one.
    sightingsWithin: 3_600_000,
    files: { storage: { folder: join(folder, 'files') }, passage: join(folder, 'passage') },
    ...settings,
  }
  const app = createApp(ofApp)
  const beside: ReturnType<typeof createApp>[] = []
  const owner = poolOf({ connectionString: database.ownerUrl, max: 3 })
  const accessTokens = new AccessTokens({ appSecret: testSecret })
  afterAll(async () => {
    await Promise.all([app, ...beside].map(each => each.close()))
    await owner.end()
    rmSync(folder, { recursive: true, force: true })
  })
  const make = makeWith(owner)

  const request = (laboratory: { host: string }, path: string, options: RequestOptions = {}) =>
    requestOf(app, laboratory, path, options)

  /** A second process on the same database and files, that differs in this. */
  function another(differing: Partial<AppSettings>) {
    const other = createApp({ ...ofApp, ...differing })
    beside.push(other)
    return {
      database: other.api.services.database,
      outbox: other.api.services.outbox,
      jobs: other.jobs,
      request: (laboratory: { host: string }, path: string, options: RequestOptions = {}) =>
        requestOf(other, laboratory, path, options),
    }
  }

  async function requestOf(
    { fetch }: Pick<typeof app, 'fetch'>,
    laboratory: { host: string },
    path: string,
    options: RequestOptions,
  ): Promise<Response> {
    const method = options.method ?? (options.body === undefined ? 'GET' : 'POST')
    const headers = new Headers({ host: laboratory.host, ...options.headers })
    const isSentAsItIs = options.body instanceof FormData || options.body instanceof Uint8Array
    if (options.body !== undefined && !isSentAsItIs && !headers.has('content-type'))
      headers.set('content-type', method === 'PATCH' ? 'application/merge-patch+json' : 'application/json')
    const body =
      typeof options.body === 'string' || isSentAsItIs ? (options.body as BodyInit) : JSON.stringify(options.body)
    return fetch(
      new Request(`http://${laboratory.host}${path}`, {
        method,
        headers,
        ...(options.body === undefined ? {} : { body }),
      }),
      { incoming: { socket: { remoteAddress: options.address ?? '192.0.2.1' } } },
    )
  }

  /** A session without the price of hashing a password; sign-in itself has its own tests. */
  async function tokenFor(user: TestUser): Promise<string> {
    const { id } = await make.within(user.laboratory.id, async client => {
      const { rows } = await client.query<{ id: string }>(
        'insert into sessions (brand_id, user_id, refresh_seed) values ($1, $2, $3) returning id',
        [user.laboratory.id, user.id, randomBytes(32)],
      )
      return rows[0] as { id: string }
    })
    return accessTokens.sign({ brandId: user.laboratory.id, sessionId: id }, { id: user.id })
  }

  /** Calls as this user: `const call = await as(user); await call('/api/orders')`. */
  async function as(user: TestUser) {
    const token = await tokenFor(user)
    return (path: string, options: RequestOptions & { laboratory?: TestLaboratory } = {}) =>
      request(options.laboratory ?? user.laboratory, path, {
        ...options,
        headers: { authorization: `Bearer ${token}`, ...options.headers },
      })
  }

  /** What a statement of ours that went astray could do in the session of this user. */
  async function tried(by: TestUser, statement: string) {
    const session = await accessTokens.verify(await tokenFor(by))
    if (!session) throw new Error('No session.')
    const opening = { for: 'session', host: by.laboratory.host, ...session } as const
    return app.api.services.database.withTenant(opening, 'write', tx => sql.raw(statement).execute(tx))
  }

  return { app, folder, owner, make, request, another, as, tried, tokenFor, accessTokens, database }
}

export type ProblemBody = { code: string; status: number; errors?: { path: string; code: string }[]; requestId: string }

/** The body of a refusal, for `toMatchObject`. */
export const problemOf = async (response: Response) => (await response.json()) as ProblemBody

/** Whoever finds the laboratory too busy comes again, as providers and people do: how busy it is, is no test's subject. */
export async function insisting(ask: () => Promise<Response>): Promise<Response> {
  const answer = await ask()
  return answer.status === 503 ? insisting(ask) : answer
}
