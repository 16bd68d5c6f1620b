// The product as main.ts serves it, on a database that is already there. Started by run.ts, which sends it its work.
import { once } from 'node:events'
import { createApp } from '#app/api.ts'
import { openHttpServer } from '#kit/server/http-server.ts'

export type AppWork = { databaseUrl: string; appSecret: string; webRoot: string }

const [work] = (await once(process, 'message')) as [AppWork]
const server = await openHttpServer({ port: 0, host: '127.0.0.1' })
const app = createApp({ ...work, trustedProxies: 0, logLevel: 'info' })
server.serve(app.fetch)
process.send?.(server.port)
process.on('message', () => process.send?.(process.memoryUsage().rss))
// So that a profile is written.
process.on('SIGTERM', () => process.exit())
