import * as v from 'valibot'
import { endpoint } from '#kit/contract.ts'
import { newRate } from '#kit/server/rate.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asVisitor } from './guards.ts'

/** Both forms that browsers send: the Reporting API's list and the older single report. */
const Reports = v.union([
  v.array(v.looseObject({ body: v.optional(v.looseObject({ effectiveDirective: v.optional(v.string()) })) })),
  v.looseObject({ 'csp-report': v.looseObject({ 'violated-directive': v.optional(v.string()) }) }),
])

const cspReports = endpoint({
  method: 'POST',
  path: '/api/csp-reports',
  needs: 'nothing',
  summary: 'Where browsers report what the Content-Security-Policy has stopped',
  body: Reports,
  bodyTypes: ['application/reports+json', 'application/csp-report', 'application/json'],
  status: 204,
})

/** Directives that a report may name; anything else is arbitrary text, which our logs do not repeat. */
const directives = new Set([
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'media-src',
  'object-src',
  'frame-src',
  'child-src',
  'worker-src',
  'manifest-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'sandbox',
  'require-trusted-types-for',
  'trusted-types',
])
const knownDirective = (text: string | undefined) => (text && directives.has(text) ? text : 'unknown')

/** Only the directive is logged: addresses in a report may reveal what a user was looking at. */
export function cspReportRoutes(api: Api) {
  /** A few reports explain a broken page. Counted by laboratory, because senders can be made up in any number. */
  const count = newRate({ points: 60, seconds: 60 })
  on(api, cspReports, asVisitor, async ({ actor: visitor, body, requestId }) => {
    await count(await visitor.laboratory(async ({ brandId }) => brandId))
    const reported = Array.isArray(body)
      ? body.slice(0, 10).map(report => report.body?.effectiveDirective)
      : // Older browsers send the directive with its values.
        [body['csp-report']['violated-directive']?.split(' ')[0]]
    api.services.log.warn(
      { requestId, host: visitor.host, directives: reported.map(knownDirective) },
      'content security policy violated',
    )
    return undefined
  })
}
