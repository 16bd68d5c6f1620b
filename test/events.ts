import type { LiveEvent, LiveEvents } from '#features/live/contract.ts'

/** Reads the events of an answer as they come. */
export function listenTo(answer: Response) {
  if (answer.status !== 200 || !answer.body) throw new Error(`No events: ${answer.status}`)
  const heard: { event: string; data: unknown }[] = []
  const waiting = new Set<() => void>()
  let taken = 0
  let comments = 0
  const reader = answer.body.getReader()
  const decoder = new TextDecoder()

  function take(block: string) {
    const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
    if (event && data) heard.push({ event, data: JSON.parse(data) })
    else comments += 1
    for (const wake of waiting) wake()
  }

  const ended = (async () => {
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      blocks.forEach(take)
    }
  })()

  /** The next event of this kind after those that have been asked for. */
  async function next<K extends LiveEvent>(event: K): Promise<LiveEvents[K]> {
    for (;;) {
      const at = heard.findIndex((one, index) => index >= taken && one.event === event)
      if (at >= 0) {
        taken = at + 1
        return heard[at]?.data as LiveEvents[K]
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.add(resolve)
      await Promise.race([promise, ended.then(() => promiseOfLast(event))])
      waiting.delete(resolve)
    }
    function promiseOfLast(event: string) {
      if (!heard.some((one, index) => index >= taken && one.event === event)) throw new Error(`Ended without ${event}`)
    }
  }

  return {
    heard,
    next,
    ended,
    get comments() {
      return comments
    },
    close: () => reader.cancel(),
  }
}
