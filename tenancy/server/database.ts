import { createHmac } from 'node:crypto'
import { type DatabaseConnection, Kysely, type QueryResult } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/schema.ts'
import { problem } from '#kit/problem.ts'
import { asProblem } from '#kit/server/database-problem.ts'
import { newTurns } from '#kit/server/turns.ts'
import { dialectOver } from './dialect.ts'
import { type FactsOf, laboratoryLists, messageOf, type Opening, type OpeningName, openings } from './openings-sql.ts'
import type { PreparedQuery } from './statement.ts'

export type Transaction = Kysely<DB>

export type DatabaseSettings = {
  url: string
  /** Key of the signed context, the same one that migrate.ts gave the database. */
  tenantKey: Buffer
  connections: number
  /** Multiplies every waiting limit: 1 in production, more in tests, where the machine may be busy. */
  patience?: number | undefined
  /** Called when an idle connection breaks; to be logged, and must not end the process. */
  onIdleError: (error: Error) => void
  /** For tests only, whose connections outlive the application of one file (test/lasting-pool.ts). */
  newPool?: ((config: pg.PoolConfig) => pg.Pool) | undefined
}

const { types } = pg
const { DATE, INT8, TIMESTAMPTZ } = types.builtins
const parsers: Partial<Record<number, (text: string) => unknown>> = {
  // A calendar day is not an instant: kept as the text YYYY-MM-DD.
  [DATE]: text => text,
  [TIMESTAMPTZ]: isoInstant,
  // int8 holds counts only, all far below 2^53.
  [INT8]: Number,
}
/** How column types are parsed into this application's types. */
export const typeParsers = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[type]) || types.getTypeParser(type, format),
}

/** Cuts the UTC text that the server sends; a Date costs several times that, and lists are full of timestamps. */
function isoInstant(text: string): string {
  const [, day, time, fraction = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text) ?? []
  if (!day) return new Date(text).toISOString()
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

/**
 * Rows that can vanish under a request: a practice is merged into another with its people and cases; a product goes when its
 * import is undone.
 */
const ownersThatGo = ['practices', 'users', 'orders', 'products']

/** Longer than any clock difference between API and database that we tolerate; checked at the start. */
export const openingLifeSeconds = 120
const newValidUntil = () => Math.floor(Date.now() / 1000) + openingLifeSeconds

/** How long a user waits for a connection, in milliseconds. */
const longestWait = 2_000
/** A longer queue could not be served within that time. */
const longestQueue = 1_000

/** One connection in five is kept free of any single laboratory, however slow its requests are. */
const mostOfOne = (connections: number) => Math.max(1, connections - Math.ceil(connections / 5))

/** Probes come every few seconds and soon give up by themselves. */
const longestPing = 2_000

export class Database {
  readonly #pool: pg.Pool
  readonly #key: Buffer
  readonly #most: number
  readonly #turns: ReturnType<typeof newTurns>
  /** Laboratory by host, for hosts that have been opened. All other hosts share one place in the queue. */
  readonly #laboratoryAt = new Map<string, string>()

  constructor(settings: DatabaseSettings) {
    this.#key = settings.tenantKey
    this.#most = settings.connections
    const most = mostOfOne(settings.connections)
    const atMost = (milliseconds: number) => milliseconds * (settings.patience ?? 1)
    this.#turns = newTurns({
      name: 'connections',
      atOnce: settings.connections,
      atOnceOfOne: [most, most, most],
      longestQueue,
      longestWait: atMost(longestWait),
      retryAfter: 2,
    })
    const newPool = settings.newPool ?? (config => new pg.Pool(config))
    this.#pool = newPool({
      connectionString: settings.url,
      max: settings.connections,
      // BEGIN and the opening travel together: reading session and flags needs no round trip of its own.
      pipeline: true,
      types: typeParsers as typeof pg.types,
      connectionTimeoutMillis: atMost(longestWait),
      idleTimeoutMillis: 30_000,
      // For a connection that went silent; the server's own limits come first.
      query_timeout: atMost(8_000),
      keepAlive: true,
      application_name: 'arcade',
      // No parallel workers: starting one costs more than most answers, and takes the processor from other requests.
      options: `-c statement_timeout=${atMost(5_000)} -c lock_timeout=${atMost(2_000)} -c idle_in_transaction_session_timeout=10000 -c max_parallel_workers_per_gather=0`,
    } as pg.PoolConfig)
    this.#pool.on('error', settings.onIdleError)
    // Without this listener, an error on a checked-out client would end the process; the query itself also fails.
    this.#pool.on('connect', client => client.on('error', () => {}))
  }

  /**
   * The only way to the data: one transaction, opened for a session or a laboratory, committed when `work` returns and rolled
   * back when it throws. Database errors come out as problems (409 for a lost race, 503 for an absent database). Connections are
   * queued for: `work` must not wait for a second one, or requests holding one each could deadlock.
   */
  async withTenant<K extends OpeningName, T>(
    opening: Opening<K>,
    mode: 'read' | 'write',
    work: (tx: Transaction, facts: FactsOf<K>) => Promise<T>,
  ): Promise<T> {
    // Mostly a connection is free and taken synchronously.
    const share = openings[opening.for].share(opening, host => this.#laboratoryAt.get(host) ?? '')
    const giveBack = this.#turns.takeNow(share) ?? (await this.#turns.take(share))
    const client = await this.#pool.connect().catch(error => {
      giveBack()
      throw asProblem(error, 'opening')
    })
    const connection = new TenantConnection(client)
    let broken: Error | undefined
    try {
      const { text, values } = this.#sign(opening)
      sendTogether(client)
      const [, opened] = await Promise.all([
        client.query(mode === 'read' ? 'begin read only' : 'begin'),
        client.query({ name: opening.for, text, values }),
      ]).catch(error => {
        connection.distrust()
        throw asProblem(error, 'opening')
      })
      const facts = opened.rows[0] as FactsOf<K> | undefined
      if (!facts || ('state' in facts && facts.state === 'brand_unknown')) throw problem('brand_unknown')
      if ('state' in facts && facts.state === 'session_ended') throw problem('signed_out')
      if ('state' in facts && facts.state === 'not_found') throw problem('not_found')
      if ('host' in opening) this.#laboratoryAt.set(opening.host, 'brand_id' in facts ? facts.brand_id : share.tenant)
      const result = await work(connection.kysely, facts)
      connection.close()
      await end(client, mode, connection)
      return result
    } catch (error) {
      connection.close()
      broken = await client.query('rollback').then(
        () => undefined,
        failure => failure,
      )
      throw asProblem(error, 'work', ownersThatGo)
    } finally {
      client.release(broken ?? connection.isDistrusted)
      giveBack()
    }
  }

  /** Ids of the laboratories, to be opened one after the other. */
  async listLaboratories(which: keyof typeof laboratoryLists): Promise<string[]> {
    const { text, signs } = laboratoryLists[which]
    const validUntil = newValidUntil()
    const { rows } = await this.#pool
      .query<{ id: string }>(text, [validUntil, this.#mac(messageOf(signs, [], validUntil))])
      .catch(error => {
        throw asProblem(error, 'opening')
      })
    return rows.map(({ id }) => id)
  }

  #mac(message: string): Buffer {
    return createHmac('sha256', this.#key).update(message).digest()
  }

  #sign<K extends OpeningName>(opening: Opening<K>) {
    const { text, signs } = openings[opening.for]
    const signed = signs(opening)
    const validUntil = newValidUntil()
    return { text, values: [...signed, validUntil, this.#mac(messageOf(opening.for, signed, validUntil))] }
  }

  /**
   * Called before the first request: while another process restarts, this one gets all requests at once, and on a machine busy
   * with the restart they would wait too long for connections that all open at the same time.
   */
  async openConnections(): Promise<void> {
    const clients: pg.PoolClient[] = []
    try {
      while (clients.length < this.#most) {
        const client = await this.#pool.connect()
        clients.push(client)
        await client.query(this.#probe())
      }
    } catch (error) {
      throw asProblem(error, 'opening')
    } finally {
      for (const client of clients) client.release()
    }
  }

  /** The empty host belongs to no laboratory: the signature is checked and nothing is opened. */
  #probe(): pg.QueryConfig & { query_timeout: number } {
    return { ...this.#sign({ for: 'laboratory', host: '' }), query_timeout: longestPing }
  }

  /** For readiness probes: succeeds when the database answers and accepts this process's signature. */
  async ping(): Promise<void> {
    await this.#pool.query(this.#probe()).catch(error => {
      throw asProblem(error, 'opening')
    })
  }

  /** The pool itself, for libraries with their own statements (rate limits); only for tables without tenant data. */
  get poolForLibraries(): pg.Pool {
    return this.#pool
  }

  get connectionCounts(): { idle: number; busy: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { idle: idleCount, busy: totalCount - idleCount, waiting: waitingCount + this.#turns.counts().waiting }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}

/** Sends queries issued in the same tick in one packet, because a write costs more than a short statement. */
function sendTogether(client: pg.PoolClient) {
  const { stream } = client.connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Resets settings that outlive the transaction, such as a time zone, before the next tenant; a rollback undoes them anyway. */
async function commit(client: pg.PoolClient): Promise<pg.QueryResult> {
  sendTogether(client)
  const [committed] = await Promise.all([client.query('commit'), client.query('reset all')])
  return committed
}

/** A swallowed error must not pass for success: PostgreSQL answers COMMIT of a failed transaction with ROLLBACK. */
async function end(client: pg.PoolClient, mode: 'read' | 'write', { hasFailed }: TenantConnection): Promise<void> {
  const committed = commit(client)
  if (mode === 'read') {
    // A read keeps nothing, so its end is not awaited: the next BEGIN on this connection may travel with it. A connection that
    // breaks meanwhile reports to its pool.
    committed.catch(() => undefined)
    if (!hasFailed) return
  }
  if ((await committed).command !== 'COMMIT')
    throw new Error('A statement failed unnoticed and the transaction was rolled back.')
}

/** The commands of ordinary requests. Others (PREPARE, DECLARE, SET, DO) may leave something behind for the next tenant. */
const ordinaryCommands = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE'])
const ordinaryText = /^\s*(?:select|insert|update|delete|merge|with)\b/i

/** One checked-out client behind Kysely. Refuses queries after the transaction, so that none runs for another tenant. */
class TenantConnection implements DatabaseConnection {
  #client: pg.PoolClient | undefined
  #firstFailure: Error | undefined
  #isDistrusted = false
  readonly kysely: Kysely<DB>

  constructor(client: pg.PoolClient) {
    this.#client = client
    this.kysely = new Kysely<DB>({ dialect: dialectOver(this) })
  }

  async executeQuery<R>({ sql, parameters, preparedAs }: PreparedQuery): Promise<QueryResult<R>> {
    if (!this.#client) throw new Error('This transaction is over: its actor cannot be used any more.')
    sendTogether(this.#client)
    const query = {
      text: sql,
      values: parameters as unknown[],
      // Even without parameters: the extended protocol accepts a single statement only.
      queryMode: 'extended',
      ...(preparedAs ? { name: preparedAs } : {}),
    }
    const { rows, rowCount, command } = await this.#client.query(query).catch(error => {
      this.#firstFailure ??= error
      // A statement may leave something prepared although it fails, and then only its text tells its kind.
      if (!ordinaryText.test(sql)) this.distrust()
      // A statement pipelined behind a failed one only gets "transaction is aborted": report the first failure instead.
      throw error.code === '25P02' ? this.#firstFailure : error
    })
    if (!ordinaryCommands.has(command)) this.distrust()
    return {
      rows: rows as R[],
      ...(rowCount !== null && command !== 'SELECT' ? { numAffectedRows: BigInt(rowCount) } : {}),
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not offered within a request.')
  }

  /** Discards the connection after this transaction. */
  distrust() {
    this.#isDistrusted = true
  }

  get isDistrusted(): boolean {
    return this.#isDistrusted
  }

  get hasFailed(): boolean {
    return this.#firstFailure !== undefined
  }

  close() {
    this.#client = undefined
  }
}
