import { beforeEach, expect, test, vi } from 'vitest'
import { keepTyping, stopKeeping, typedAhead } from './typed-ahead.ts'

const page = new EventTarget()
const place = { pathname: '/cases' }
const shown = { isAwaited: false }

beforeEach(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('location', place)
  vi.stubGlobal('document', { querySelector: () => (shown.isAwaited ? {} : null) })
  shown.isAwaited = false
  place.pathname = '/cases'
  stopKeeping()
  keepTyping()
})

type Held = { ctrlKey?: true; altKey?: true; isAltGraph?: true }

/** Returns whether the page receives the key, too. */
function press(key: string, { isAltGraph, ...held }: Held = {}) {
  const event = new Event('keydown', { cancelable: true })
  Object.assign(event, { key, ...held, getModifierState: () => isAltGraph === true })
  return page.dispatchEvent(event)
}
const type = (words: string) => [...words].map(key => press(key))

test('what is typed while quick access is on its way is kept for it, and the page hears nothing of it', () => {
  expect(type('arqx')).toEqual([false, false, false, false])
  press('Backspace')
  expect(typedAhead()).toBe('arq')
})

test('Enter is kept as the end of the line, unless something else is typed then', () => {
  type('T-4711')
  expect(press('Enter')).toBe(false)
  expect(typedAhead()).toBe('T-4711\n')
  press('Backspace')
  expect(typedAhead()).toBe('T-471')
  press('Enter')
  type(' 2')
  expect(typedAhead()).toBe('T-471 2')
})

test('a key with Alt is no text, and what AltGr writes is', () => {
  expect(press('f', { altKey: true })).toBe(true)
  expect(press('c', { ctrlKey: true })).toBe(true)
  expect(press('@', { ctrlKey: true, altKey: true, isAltGraph: true })).toBe(false)
  expect(typedAhead()).toBe('@')
})

test.each([
  ['a press of the mouse', () => page.dispatchEvent(new Event('pointerdown'))],
  ['Escape', () => press('Escape')],
  [
    'a session that ends while somebody writes',
    () => {
      shown.isAwaited = true
    },
  ],
])('%s gives the letters back to the page', (_, act) => {
  type('ar')
  act()
  expect(press('q')).toBe(true)
  expect(typedAhead()).toBe('ar')
})

test('at another address the page hears its letters, and what is asked for there begins anew', () => {
  type('ar')
  place.pathname = '/dashboard'
  keepTyping()
  expect(press('q')).toBe(false)
  expect(typedAhead()).toBe('q')
  place.pathname = '/cases'
  expect(press('x')).toBe(true)
})
