import { beforeEach, expect, test, vi } from 'vitest'
import { hearNextLabel } from './hear-next-label.ts'

const page = new EventTarget()
const place = { pathname: '/staff/cases/1' }
const style = { visibility: 'visible' }
const body = {}
const focus: { activeElement: object } = { activeElement: body }
/** The screen's single-key shortcuts. */
const shortcuts: string[] = []
const shorten = (event: Event) => void shortcuts.push(Reflect.get(event, 'key'))

beforeEach(() => {
  shortcuts.length = 0
  Object.assign(place, { pathname: '/staff/cases/1' })
  focus.activeElement = body
  style.visibility = 'visible'
  vi.stubGlobal('getComputedStyle', () => style)
  vi.stubGlobal('location', place)
  vi.stubGlobal('document', Object.assign(focus, { body }))
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})

let at = 0
function type(keys: string[], pause = 20) {
  for (const key of keys) {
    at += pause
    const event = Object.assign(new Event('keydown'), { key, ctrlKey: false, metaKey: false, altKey: false })
    Object.defineProperty(event, 'timeStamp', { value: at })
    page.dispatchEvent(event)
  }
}
const scan = (label: string, pause?: number) => type([...label, 'Enter'], pause)
function listening() {
  const heard: string[] = []
  hearNextLabel(code => heard.push(code))
  // Registered last, as on a page: Node has no capture phase.
  page.removeEventListener('keydown', shorten)
  page.addEventListener('keydown', shorten)
  return heard
}

test('a label that is read beside all fields is heard once, and its letters are no short way to anything', () => {
  const heard = listening()
  scan('OG-26 0001')
  expect(heard).toEqual(['OG-26 0001'])
  expect(shortcuts).toEqual([])
  scan('o')
  expect(heard).toHaveLength(1)
  expect(shortcuts).toEqual(['o', 'Enter'])
})

test('what is typed into a field, or by a slow hand, is none; what is no letter goes where it always went', () => {
  const heard = listening()
  focus.activeElement = {}
  scan('T-26 0001')
  expect(shortcuts.join('')).toBe('T-26 0001Enter')
  focus.activeElement = { id: 'main' }
  type(['T'])
  scan('26', 1_500)
  expect(heard).toEqual([])
  shortcuts.length = 0
  type(['?'])
  expect(shortcuts).toEqual(['?'])
  scan('T-26 0001')
  expect(heard).toEqual(['T-26 0001'])
})

test('whoever has gone on to another screen is heard no more', () => {
  const heard = listening()
  place.pathname = '/staff/board'
  scan('T-26 0001')
  place.pathname = '/staff/cases/1'
  scan('T-26 0002')
  expect(heard).toEqual([])
})

test('nothing is heard on a page that nobody sees, until somebody does', () => {
  const heard = listening()
  style.visibility = 'hidden'
  scan('T-26 0001')
  style.visibility = 'visible'
  scan('T-26 0002')
  expect(heard).toEqual(['T-26 0002'])
})
