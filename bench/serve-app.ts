// The product as main.ts serves it, on a database that is already there. Started by run.ts.
import { createApp } from '#app/api.ts'
import { openHttpServer } from '#kit/server/http-server.ts'

const { databaseUrl, appSecret, webRoot } = JSON.parse(process.env.APP_WORK ?? '') as Record<string, string>
const server = await openHttpServer({ port: 0, host: '127.0.0.1' })
const app = createApp({
  databaseUrl: databaseUrl ?? '',
  appSecret: appSecret ?? '',
  webRoot: webRoot ?? '',
  trustedProxies: 0,
  logLevel: 'info',
})
server.serve(app.fetch)
process.send?.(server.port)
process.on('message', () => process.send?.(process.memoryUsage().rss))
