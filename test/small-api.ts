import { Writable } from 'node:stream'
import { pino } from 'pino'
import { answerErrors, withRequestContext, withSecurityHeaders } from '#kit/server/middleware.ts'
import type { Services } from '#kit/server/request-context.ts'
import { newApi } from '#kit/server/serve.ts'

/** A small interface of a test's own on the real kernel, whose log can be read. */
export function smallApi(services: Services) {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const api = newApi({ ...services, log: pino(stream) })
  answerErrors(api)
  api.http.use(withRequestContext(api.services))
  api.http.use(withSecurityHeaders)
  return { api, lines }
}
