import { recordDeed } from '#features/audit/server/sql.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asPracticeUser, asStaff } from '#tenancy/server/guards.ts'
import { feedbackCalls, staffFeedbackCalls } from '../contract.ts'
import { ownWidgetPath } from '../own-widget.ts'
import { insertFeedback, listFeedback } from './sql.ts'
import { widgetScript } from './widget-script.ts'

export function feedbackRoutes(api: Api) {
  on(api, feedbackCalls.send, asPracticeUser, async ({ actor: user, body, requestId, refuse }) => {
    if (!(await insertFeedback(user, body.body))) return refuse('feedback_too_often')
    await recordDeed(user, 'message_sent', requestId)
    return undefined
  })

  on(api, staffFeedbackCalls.list, asStaff, async ({ actor: staff }) => ({
    data: await listFeedback(staff),
  }))

  // Public: it is fetched from the sandboxed frame, which has an opaque origin.
  api.http.get(ownWidgetPath, () => {
    const headers = new Headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'cross-origin-resource-policy': 'cross-origin',
    })
    return new Response(widgetScript, { headers })
  })
}
