// Draws pages with their data (app/frame/drawn-page.tsx), one at a time, in a thread of its own: so one person's data is never
// beside another's, and drawing delays no request. The screen's requests go to the server proper, which knows the user.
import { AsyncLocalStorage } from 'node:async_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import type { DrawPage, PageToDraw } from '#features/brand/page-to-draw.ts'
import { standInForBrowser } from './browser-stand-in.ts'

export type Answered = { status: number; text: string }
/** To the worker: a page to draw, or the answer to one of its requests; `number` is the page's. */
export type Told = { number: number; page: PageToDraw } | { number: number; asked: string; answer: Answered }
/** From the worker: that it is ready, a request of the page, or the page. */
export type Said =
  | 'there'
  | { number: number; asks: string }
  | { number: number; drawn: string | undefined; failure?: string }

const port = parentPort
if (!port) throw new Error('This module is a worker thread.')
const say = (said: Said) => port.postMessage(said)

/**
 * The page being drawn, and the page of each asynchronous task: requests of a finished page must not use the next user's name.
 */
let present = 0
const doneFor = new AsyncLocalStorage<number>()
const asked = new Map<string, ((answer: Answered) => void)[]>()

async function ask(address: string, { method = 'GET' }: RequestInit = {}): Promise<Response> {
  const number = doneFor.getStore()
  if (number === undefined || number !== present) throw new TypeError('The page is over.')
  if (method !== 'GET' || !address.startsWith('/api/')) throw new TypeError('A picture only reads.')
  const waiting = asked.get(address)
  const answered = new Promise<Answered>(resolve => {
    if (waiting) waiting.push(resolve)
    else asked.set(address, [resolve])
  })
  if (!waiting) say({ number, asks: address })
  const { status, text } = await answered
  return new Response(text, { status, headers: { 'content-type': 'application/json' } })
}

standInForBrowser(ask, { getElementById: () => ({}) })
// The screen's loaders wait for their data, as they do in a browser while the first picture is shown.
Object.assign(globalThis, { early: { answers: {} } })

const { drawPage }: { drawPage: DrawPage } = await import(workerData.module)

async function draw(number: number, page: PageToDraw) {
  present = number
  const said = await doneFor
    .run(number, () => drawPage(page))
    .then(
      drawn => ({ drawn }),
      (error: unknown) => ({
        drawn: undefined,
        failure: error instanceof Error ? (error.stack ?? error.message) : 'unknown',
      }),
    )
  present = 0
  // Pending requests belong to a finished page and are never answered.
  asked.clear()
  say({ number, ...said })
}

port.on('message', (told: Told) => {
  if ('page' in told) return void draw(told.number, told.page)
  if (told.number !== present) return
  for (const resolve of asked.get(told.asked) ?? []) resolve(told.answer)
  asked.delete(told.asked)
})

say('there')
