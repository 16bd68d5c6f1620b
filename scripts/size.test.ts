import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hint } from './compile-while-loading.ts'
import { faultsOfBuilt, type Measured, sizeReport } from './size.ts'

const measured = (changes: Partial<Measured>): Measured => ({
  path: '/cases/$id',
  script: 90_000,
  own: 9_000,
  html: 8_000,
  style: 6_000,
  requests: 6,
  ...changes,
})
const tooMuch = (...pages: Measured[]) => sizeReport(pages).tooMuch

test('a product within its budgets has nothing to say', () => {
  expect(tooMuch(measured({}))).toEqual([])
  expect(tooMuch(measured({ path: '/login', script: 105_000, requests: 6 }))).toEqual([])
  expect(tooMuch(measured({ path: '/cases', script: 132_000, requests: 7 }))).toEqual([])
})

test('each budget that is passed is named, with the page that passes it', () => {
  expect(tooMuch(measured({ path: '/login', script: 105_400 }))).toEqual(['/login: JS 105.4 kB, at most 105'])
  expect(tooMuch(measured({ path: '/cases', script: 132_400 }))).toEqual(['/cases: JS 132.4 kB, at most 132'])
  expect(tooMuch(measured({ own: 15_100 }))).toEqual(['/cases/$id: own JS 15.1 kB, at most 15'])
  expect(tooMuch(measured({ html: 12_100 }))).toEqual(['/cases/$id: HTML 12.1 kB, at most 12'])
  expect(tooMuch(measured({ style: 8_200 }))).toEqual(['/cases/$id: CSS 8.2 kB, at most 8'])
  expect(tooMuch(measured({ path: '/login', requests: 7 }))).toEqual(['/login: requests 7, at most 6'])
  expect(tooMuch(measured({ path: '/cases', requests: 8 }))).toEqual(['/cases: requests 8, at most 7'])
})

test('a screen that nobody has given a budget has that of its own chunk', () => {
  const pages = [measured({}), measured({ path: '/absences', own: 20_000, script: 200_000 })]
  expect(tooMuch(...pages)).toEqual(['/absences: own JS 20.0 kB, at most 15'])
  expect(sizeReport(pages).table).toContain('/absences')
})

test('no source map is built, and what every page begins with is compiled while it comes', () => {
  const root = mkdtempSync(join(tmpdir(), 'arcade-size-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'staff', 'assets'), { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(root, 'staff', 'assets', name), text)
  write('web-a1.js', `${hint}let a`)
  write('file-viewer-a1.js', 'let a')
  expect(faultsOfBuilt(root)).toEqual([])
  write('web-a1.js', 'let a')
  write('web-a1.js.map', '')
  write('file-viewer-a1.js', `${hint}let a`)
  expect(faultsOfBuilt(root)).toEqual([
    'staff/assets/web-a1.js.map is a source map',
    'staff/assets/web-a1.js is compiled at its first call',
    'staff/assets/file-viewer-a1.js is compiled whole, and mostly not called',
  ])
})

test('nothing that somebody opens stands on the part that nobody sees at first', () => {
  const root = mkdtempSync(join(tmpdir(), 'arcade-size-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'assets'))
  const write = (name: string, text: string) => writeFileSync(join(root, 'assets', name), text)
  write('later-iWyAvKt.js', 'let a')
  write('route-failure-3Mah9tB.js', 'import{s}from"iW";')
  write('absence-dialogs-sOQawOk.js', 'import{s}from"at";')
  expect(faultsOfBuilt(root)).toEqual([])
  write('absence-dialogs-sOQawOk.js', 'import{s}from"iW";')
  expect(faultsOfBuilt(root)).toEqual(['assets/absence-dialogs-sOQawOk.js needs the part that nobody sees at first'])
})
