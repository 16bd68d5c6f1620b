import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as passing } from 'node:timers/promises'
import { afterAll, expect, it, vi } from 'vitest'
import type { PageToDraw } from '#features/brand/page-to-draw.ts'
import { newLog } from '#kit/server/log.ts'
import { Drawing } from './drawing.ts'

/** Misbehaving screens in place of the product's, to test what a worker does with them. */
const screens = `
const text = async address => (await fetch(address)).text()
export async function drawPage({ address }) {
  if (address === '/asks') return '<h1>' + await text('/api/rows')
  if (address === '/does-not-wait') { void text('/api/rows'); return '<h1>early' }
  if (address === '/asks-later') { setTimeout(() => text('/api/late').catch(() => {}), 15); return '<h1>early' }
  if (address === '/never') return new Promise(() => {})
  throw new Error('no such screen')
}`
const folder = mkdtempSync(join(tmpdir(), 'arcade-drawing-'))
mkdirSync(join(folder, 'shells'))
writeFileSync(join(folder, 'shells', 'shells.js'), screens)
writeFileSync(join(folder, 'shells', 'package.json'), '{"type":"module"}')
/** With the product's patience, which a busy machine may exceed: only for pages that must take too long. */
const hurried = new Drawing(join(folder, 'web'), newLog('silent'))
const drawing = new Drawing(join(folder, 'web'), newLog('silent'), 20_000)
afterAll(async () => {
  await Promise.all([hurried.close(), drawing.close()])
  rmSync(folder, { recursive: true })
})

/** A staff page: staff have one worker, so the same one draws the next page. */
const page = (address: string, laboratory = 'L') =>
  ({ audience: 'staff', address, brand: { id: laboratory } }) as unknown as PageToDraw
const rows = (text: string, milliseconds = 0) => ({
  userId: text,
  ask: async () => {
    await passing(milliseconds)
    return { status: 200, text }
  },
})
/** The first pages come before a worker is ready. */
const drawn = (address: string, text: string, by = drawing) => expect.poll(() => by.draw(page(address), rows(text)))

it('draws a page from what its screen asks for, and says what that was', async () => {
  await drawn('/asks', 'own').toEqual({ markup: '<h1>own', answers: new Map([['/api/rows', 'own']]) })
})

it('what one page has asked for and not waited for never comes into the next', async () => {
  await drawn('/asks', 'own').toBeDefined()
  expect(await drawing.draw(page('/does-not-wait'), rows('theirs', 40))).toMatchObject({ markup: '<h1>early' })
  const next = await drawing.draw(page('/asks'), rows('own', 80))
  expect(next).toMatchObject({ markup: '<h1>own' })
  expect([...(next?.answers ?? [])]).toEqual([['/api/rows', 'own']])
})

it('nothing is asked in the next one’s name', async () => {
  const asked = vi.fn()
  await drawing.draw(page('/asks-later'), rows('theirs'))
  const asking = {
    userId: 'own',
    ask: async (address: string) => {
      asked(address)
      await passing(50)
      return { status: 200, text: 'own' }
    },
  }
  expect(await drawing.draw(page('/asks'), asking)).toMatchObject({ markup: '<h1>own' })
  expect(asked.mock.calls).toEqual([['/api/rows']])
})

it('one person, and one laboratory, leave places to the others', async () => {
  const busy = drawing.draw(page('/asks'), rows('first', 20))
  const again = [1, 2, 3].map(() => drawing.draw(page('/asks'), rows('second', 1)))
  const many = Array.from({ length: 9 }, (_, index) => drawing.draw(page('/asks'), rows(`person ${index}`, 1)))
  const others = drawing.draw(page('/asks', 'M'), rows('others', 1))
  expect(await busy).toBeDefined()
  expect((await Promise.all(again)).filter(Boolean)).toHaveLength(1)
  expect((await Promise.all(many)).filter(Boolean)).toHaveLength(4)
  expect(await others).toMatchObject({ markup: '<h1>others' })
})

it('an answer that is no answer, or slow, costs the page its data and the worker nothing', async () => {
  await drawn('/asks', 'own', hurried).toBeDefined()
  const refused = { userId: 'own', ask: async () => ({ status: 403, text: '' }) }
  expect(await hurried.draw(page('/asks'), refused)).toBeUndefined()
  expect(await hurried.draw(page('/asks'), rows('slow', 1_000))).toBeUndefined()
  expect(await hurried.draw(page('/unknown'), rows('own'))).toBeUndefined()
  await drawn('/asks', 'own', hurried).toBeDefined()
})

it('a page without end ends its worker, and nobody else’s', { timeout: 180_000 }, async () => {
  expect(await hurried.draw(page('/never'), rows('own'))).toBeUndefined()
  await expect.poll(() => hurried.draw({ ...page('/asks'), audience: 'practice' }, rows('own'))).toBeDefined()
  // Until the pause after a failed worker is over.
  let ahead = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
  await expect
    .poll(() => {
      ahead += 70_000
      return hurried.draw(page('/asks'), rows('own'))
    })
    .toBeDefined()
  vi.restoreAllMocks()
})
