import { randomBytes } from 'node:crypto'
import { loadBrand } from '#features/brand/server/brand.ts'
import { problem } from '#kit/problem.ts'
import type { Api } from '#kit/server/serve.ts'
import { openLaboratory } from '#tenancy/server/guards.ts'

/**
 * The one page that may be framed, by ourselves only. It runs the laboratory's feedback widget in an opaque origin: the script
 * sees no storage, no cookie and no page of the portal, only what the portal posts to it.
 *
 * A widget finds `window.feedbackUser = {name, email, id, language}` before it runs, hears the window's events `feedback:user`
 * (another user or language) and `feedback:open`, and may call `window.feedbackClose()`. One without storage of its own calls
 * `window.feedbackSend(words)`, which the laboratory's people then read in the portal, and hears `feedback:sent`, or
 * `feedback:failed` with the reason as its `detail`.
 */
export function feedbackFrameRoute(api: Api) {
  api.http.get('/feedback-frame', async c => {
    const { brand } = await openLaboratory(c.get('request'), 'read', loadBrand)
    if (!brand.feedbackWidget) throw problem('not_found')
    const nonce = randomBytes(16).toString('base64')
    const widget = JSON.stringify(brand.feedbackWidget).replaceAll('<', '\\u003c')
    const html = `<!doctype html><html><head><meta charset="utf-8"><title>Feedback</title></head><body>
<script nonce="${nonce}">${bootstrap(widget)}</script></body></html>`
    return new Response(html, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': [
          "default-src 'none'",
          `script-src 'nonce-${nonce}' 'strict-dynamic'`,
          "style-src 'unsafe-inline' https:",
          'img-src https: data: blob:',
          'font-src https: data:',
          'connect-src https:',
          'frame-src https:',
          'form-action https:',
          "base-uri 'none'",
          "object-src 'none'",
          "frame-ancestors 'self'",
          'sandbox allow-scripts allow-forms allow-popups',
        ].join('; '),
        'x-frame-options': 'SAMEORIGIN',
      },
    })
  })
}

const bootstrap = (widget: string) => `
let isThere = false
let isOpened = false
addEventListener('message', event => {
  if (event.source !== parent || typeof event.data !== 'object' || event.data === null) return
  const { type, name, email, id, language } = event.data
  if (type === 'feedback:user') {
    const isFirst = !window.feedbackUser
    window.feedbackUser = Object.freeze({ name, email, id, language })
    document.documentElement.lang = language
    if (isFirst) load()
    else dispatchEvent(new Event('feedback:user'))
  }
  if (type === 'feedback:open' && !isThere) isOpened = true
  else if (type === 'feedback:open' || type === 'feedback:sent') dispatchEvent(new Event(type))
  if (type === 'feedback:failed') dispatchEvent(new CustomEvent(type, { detail: String(event.data.reason) }))
})
window.feedbackClose = () => parent.postMessage({ type: 'feedback:close' }, '*')
window.feedbackSend = body => parent.postMessage({ type: 'feedback:send', body: String(body) }, '*')
const load = () => {
  const script = document.createElement('script')
  script.src = ${widget}
  script.onload = () => {
    isThere = true
    if (isOpened) dispatchEvent(new Event('feedback:open'))
  }
  document.head.append(script)
}
new ResizeObserver(() => parent.postMessage(
  { type: 'feedback:size', height: document.documentElement.scrollHeight }, '*')).observe(document.documentElement)
parent.postMessage({ type: 'feedback:ready' }, '*')
`
