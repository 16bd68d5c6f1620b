// The product as main.ts serves it, on a database that is already there. Started by run.ts, which sends it its work.
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AppSettings, createApp } from '#app/server/api.ts'
import { prepareDrawing } from '#features/traceability/server/drawing.ts'
import { keepHeapSmall } from '#kit/server/heap.ts'
import { openHttpServer } from '#kit/server/http-server.ts'

export type AppWork = Pick<AppSettings, 'databaseUrl' | 'jobsUrl' | 'appSecret' | 'webRoot'> &
  Partial<AppSettings> & { doesJobs?: boolean }

keepHeapSmall()
const [{ doesJobs, ...work }] = (await once(process, 'message')) as [AppWork]
const server = await openHttpServer({ port: 0, host: '127.0.0.1' })
const folder = join(tmpdir(), 'arcade-bench')
const files = { storage: { folder: join(folder, 'files') }, passage: join(folder, 'passage') }
const app = createApp({ trustedProxies: 0, logLevel: 'info', files, ...work })
server.serve(app.fetch)
prepareDrawing()
if (doesJobs) await app.jobs.start()
process.send?.(server.port)
process.on('message', () => process.send?.({ memory: process.memoryUsage().rss, cpu: process.cpuUsage() }))
// So that a profile is written.
process.on('SIGTERM', () => process.exit())
