import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whilePresent } from './presence.ts'

const page = new EventTarget()
const comeBack = () => page.dispatchEvent(new Event('focus'))
const unheard = vi.fn()

beforeEach(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  process.on('unhandledRejection', unheard)
})
afterEach(() => void process.off('unhandledRejection', unheard))

const settled = () => new Promise(resolve => setTimeout(resolve))

async function timesRun(work: () => Promise<boolean>) {
  const run = vi.fn(work)
  const stop = whilePresent(run)
  await settled()
  comeBack()
  await settled()
  stop()
  return run.mock.calls.length
}

test('what has ended or failed is run again for whoever comes back', async () => {
  expect(await timesRun(async () => true)).toBe(2)
  expect(await timesRun(() => Promise.reject(new Error('nobody expects it')))).toBe(2)
})

test('what makes no sense any more is not', async () => {
  expect(await timesRun(async () => false)).toBe(1)
})
