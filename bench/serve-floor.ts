// The least that could answer: bare node:http and pg, no framework, no validation, no token, no log. Either what the
// product asks, opened as it is; or plain statements on plain tables, under a setting that nothing looks at. Started by
// run.ts, which sends it its work.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { Statement } from './recorded-statements.ts'

export type FloorWork = {
  databaseUrl: string
  connections: number
  /** Without it nothing is opened. */
  tenantKey?: string
  /** By what the Authorization header says: whose session, and what is asked by which path. */
  callers: Record<string, Caller>
}
type Caller = { host: string; brandId: string; sessionId: string; statements: Record<string, Statement[]> }

const [work] = (await once(process, 'message')) as [FloorWork]
const { databaseUrl: connectionString, connections: max, tenantKey } = work
const key = tenantKey && Buffer.from(tenantKey, 'base64')
const pool = new pg.Pool({ connectionString, max, pipeline: true } as pg.PoolConfig)
// The database may be stopped while this is.
pool.on('error', () => undefined).on('connect', client => client.on('error', () => undefined))

const plainSetting = ({ brandId }: Caller): pg.QueryConfig => ({
  name: 'set',
  text: "select set_config('bench.brand', $1, true)",
  values: [brandId],
})

function opened(key: Buffer, { host, brandId, sessionId }: Caller): pg.QueryConfig {
  const until = Math.floor(Date.now() / 1000) + 120
  const signature = createHmac('sha256', key).update(`session/${host}/${brandId}/${sessionId}/${until}`).digest()
  return {
    name: 'session',
    text: 'select * from tenant.open_session($1, $2, $3, $4, $5)',
    values: [host, brandId, sessionId, until, signature],
  }
}

const server = createServer(async (request, response) => {
  const caller = work.callers[request.headers.authorization ?? '']
  const statements = caller?.statements[request.url ?? '']
  if (!caller || !statements) {
    response.writeHead(404).end()
    return
  }
  const client = await pool.connect()
  await Promise.all([client.query('begin read only'), client.query(key ? opened(key, caller) : plainSetting(caller))])
  const results = await Promise.all(statements.map(statement => client.query(statement as pg.QueryConfig)))
  await client.query('commit')
  client.release()
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(results.map(({ rows }) => rows)))
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('message', () => process.send?.({ memory: process.memoryUsage().rss, cpu: process.cpuUsage() }))
