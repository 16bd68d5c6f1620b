import * as v from 'valibot'
import { endpoint } from '#kit/contract.ts'
import { asVisitor } from './guards.ts'
import { type Api, on } from './serve.ts'

/** Both forms that browsers send: the Reporting API's list and the older single report. */
const Reports = v.union([
  v.array(v.looseObject({ body: v.optional(v.looseObject({ effectiveDirective: v.optional(v.string()) })) })),
  v.looseObject({ 'csp-report': v.looseObject({ 'violated-directive': v.optional(v.string()) }) }),
])

const cspReports = endpoint({
  method: 'POST',
  path: '/api/csp-reports',
  summary: 'Where browsers report what the Content-Security-Policy has stopped',
  body: Reports,
  bodyTypes: ['application/reports+json', 'application/csp-report', 'application/json'],
  status: 204,
})

/** Only the directive is kept: addresses in a report may hold what a user was looking at. */
export function cspReportRoutes(api: Api) {
  on(api, cspReports, asVisitor, async ({ actor: visitor, body, requestId }) => {
    await visitor.laboratory(async () => undefined)
    const directives = Array.isArray(body)
      ? body.slice(0, 10).map(report => report.body?.effectiveDirective)
      : [body['csp-report']['violated-directive']]
    api.services.log.warn(
      { requestId, host: visitor.host, directives: directives.map(directive => directive?.slice(0, 60)) },
      'content security policy violated',
    )
    return undefined
  })
}
