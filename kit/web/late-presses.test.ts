import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browser, token } from '#test/browser-of-tabs.ts'
import { sendBeforeLeaving } from './before-leaving.ts'
import { latePresses, toastPresser } from './late-presses.ts'
import { dismissToast, toastStore } from './ui/toast.ts'

beforeEach(() => {
  for (const { id } of toastStore.read()) dismissToast(id)
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', addEventListener)
})
afterEach(() => void vi.useRealTimers())

const pagehide = new EventTarget()
const addEventListener = pagehide.addEventListener.bind(pagehide)
const closePage = () => pagehide.dispatchEvent(new Event('pagehide'))

/** A tab in which u1 moves an appointment; `sent` records as whom each press was sent. */
function tabOfPresser() {
  const { shelf, open } = browser()
  shelf.token = token(600)
  const tab = open()
  const presses = latePresses<string>(tab)
  const sent: string[] = []
  const press = (id = 'case', answer = async (): Promise<unknown> => undefined, title = `${id}: Monday`) =>
    presses.press(id, 'Monday', sending(id, answer), {
      offer: { title },
      lost: { title: `${id} not sent`, tone: 'late' },
    })
  const sending = (id: string, answer: () => Promise<unknown>) => async (onClosing?: true) => {
    sent.push(`${id} by ${tab.user()?.id}${onClosing ? ', closing' : ''}`)
    await answer()
  }
  return { tab, presses, sent, press }
}
const signIn = (tab: { begin: (token: string) => void }, id: string) => tab.begin(token(600, { id }))

test('a press leaves after ten seconds, once, unless it is undone', async () => {
  const { sent, press, presses } = tabOfPresser()
  press()
  press('undone')
  expect(presses.undo('undone')).toBe('Monday')
  await vi.advanceTimersByTimeAsync(9_999)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual(['case by u1'])
})

test('the offer to undo goes with its press, and no other that reads the same', async () => {
  const { press, presses } = tabOfPresser()
  press('first', undefined, 'Monday')
  await vi.advanceTimersByTimeAsync(5_000)
  press('second', undefined, 'Monday')
  press('third')
  const offers = () => toastStore.read().map(({ title }) => title)
  expect(offers()).toEqual(['Monday', 'third: Monday'])
  presses.undo('third')
  await vi.advanceTimersByTimeAsync(6_000)
  expect(offers()).toEqual(['Monday'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(offers()).toEqual([])
})

test('what waits leaves before whoever pressed does, who waits for it', async () => {
  const { sent, press } = tabOfPresser()
  let arrive = () => {}
  const answered = new Promise<void>(resolve => {
    arrive = resolve
  })
  press('case', () => answered)
  const left = vi.fn()
  const waited = sendBeforeLeaving().then(left)
  expect(sent).toEqual(['case by u1, closing'])
  await vi.advanceTimersByTimeAsync(2_900)
  expect(left).not.toHaveBeenCalled()
  arrive()
  await waited
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
})

test.each([
  ['is refused', () => Promise.reject(new Error('refused'))],
  ['is not answered', () => new Promise(() => undefined)],
])('nobody is kept for long by what %s', async (_, answer) => {
  const { press } = tabOfPresser()
  press('case', answer)
  const left = vi.fn()
  void sendBeforeLeaving().then(left)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(left).toHaveBeenCalledOnce()
})

test('nothing is sent, nor said to be leaving, in the name of who signs in after a session has ended', async () => {
  const { tab, sent, press, presses } = tabOfPresser()
  press()
  tab.hearMark('ended')
  expect(presses.undo('case')).toBeUndefined()
  await vi.advanceTimersByTimeAsync(0)
  expect(toastStore.read().map(({ title }) => title)).toEqual(['case not sent'])
  signIn(tab, 'u2')
  await vi.advanceTimersByTimeAsync(60_000)
  closePage()
  await sendBeforeLeaving()
  expect(sent).toEqual([])
})

test('nothing is sent in the name of who has signed in in another tab, when this one is reloaded for them', async () => {
  const { tab, sent, press } = tabOfPresser()
  press()
  // As follow-session.tsx does.
  tab.subscribe(closePage)
  signIn(tab, 'u2')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([])
  expect(toastStore.read()).toEqual([])
})

test('who closes the page lets it leave at once', () => {
  const { sent, press } = tabOfPresser()
  press()
  closePage()
  expect(sent).toEqual(['case by u1, closing'])
})

test('what became of a press is told to whoever pressed and to nobody after them', async () => {
  const { tab } = tabOfPresser()
  const tell = toastPresser(tab)
  tell({ title: 'moved' })
  await tab.leave()
  tell({ title: 'not moved' })
  signIn(tab, 'u2')
  tell({ title: 'not moved' })
  expect(toastStore.read().map(({ title }) => title)).toEqual(['moved'])
})
