import type { Endpoint } from '#kit/contract.ts'
import { addressOf, inSession, problemOf } from './call.ts'

export type ServerEvent = { event: string; data: unknown }

/** The server sends something every 25 seconds: after a longer silence it is gone. */
const longestSilence = 60_000

/** Reads server-sent events until they end. By fetch, which can send a token; EventSource would need it in the address. */
export async function readEvents(
  endpoint: Endpoint & { reply: 'events' },
  asked: AbortSignal,
  onEvent: (event: ServerEvent) => void,
): Promise<void> {
  const stop = new AbortController()
  const giveUp = () => stop.abort()
  let silence = setTimeout(giveUp, longestSilence)
  asked.addEventListener('abort', giveUp)
  if (asked.aborted) giveUp()
  try {
    const { body } = await inSession(async token => {
      const headers = new Headers({ accept: 'text/event-stream' })
      if (token) headers.set('authorization', `Bearer ${token}`)
      const request: RequestInit = { headers, credentials: 'include', cache: 'no-store', signal: stop.signal }
      const response = await fetch(addressOf(endpoint), request)
      if (!response.ok) throw problemOf(response.status, response.headers, await response.text())
      return response
    })
    const reader = body?.getReader()
    const decoder = new TextDecoder()
    let text = ''
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {}
      if (done) return
      clearTimeout(silence)
      silence = setTimeout(giveUp, longestSilence)
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
        if (event && data) onEvent({ event, data: JSON.parse(data) })
      }
    }
  } finally {
    clearTimeout(silence)
    stop.abort()
    asked.removeEventListener('abort', giveUp)
  }
}

/** Rejects when no server answers. Without a session, because trying with one would end it when nobody answers. */
export async function reachServer(signal: AbortSignal): Promise<void> {
  const { ok } = await fetch(addressOf({ path: '/healthz' }), { cache: 'no-store', signal })
  if (!ok) throw new Error('The server is not ready.')
}
