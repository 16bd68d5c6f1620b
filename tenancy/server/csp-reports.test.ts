import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { answerErrors, withRequestContext } from '#kit/server/middleware.ts'
import { newApi } from '#kit/server/serve.ts'
import { startTestApp } from '#test/harness.ts'
import { cspReportRoutes } from './csp-reports.ts'

const { app, make } = startTestApp()

async function reporting() {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const api = newApi({ ...app.api.services, log: pino(stream) })
  answerErrors(api)
  api.http.use(withRequestContext(api.services))
  cspReportRoutes(api)
  const { host } = await make.laboratory()
  const report = async (body: unknown, at = host) => {
    const headers = { host: at, 'content-type': 'application/reports+json' }
    return (await api.http.request('/api/csp-reports', { method: 'POST', headers, body: JSON.stringify(body) })).status
  }
  const reported = () => lines.filter(({ directives }) => directives).map(({ directives }) => directives)
  return { report, reported, lines }
}
const one = (effectiveDirective: string) => [{ body: { effectiveDirective, documentURL: 'https://evil.test/canary' } }]

it('keeps which directive was broken, in the words of the standard alone', async () => {
  const { report, reported, lines } = await reporting()
  expect(await report(one('img-src'))).toBe(204)
  expect(await report({ 'csp-report': { 'violated-directive': 'script-src-elem https://canary.test' } })).toBe(204)
  expect(await report(one('canary'))).toBe(204)
  expect(await report([{ body: {} }, { body: { effectiveDirective: 'x\ncanary' } }])).toBe(204)
  expect(reported()).toEqual([['img-src'], ['script-src-elem'], ['unknown'], ['unknown', 'unknown']])
  expect(JSON.stringify(lines)).not.toContain('canary')
})

it('takes sixty a minute for a laboratory, and none that is large', async () => {
  const { report, reported } = await reporting()
  const other = await make.laboratory()
  const statuses: number[] = []
  for (let sent = 0; sent < 62; sent++) statuses.push(await report(one('img-src')))
  expect(statuses.filter(status => status === 204)).toHaveLength(60)
  expect(statuses.slice(60)).toEqual([429, 429])
  expect(reported()).toHaveLength(60)
  expect(await report(one('img-src'), other.host)).toBe(204)
  expect(await report(one('x'.repeat(20_000)), other.host)).toBe(413)
})
