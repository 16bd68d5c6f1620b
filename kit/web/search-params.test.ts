import * as v from 'valibot'
import { expect, it } from 'vitest'
import { Id, PageNumber } from '#kit/contract.ts'
import { RealId } from '#kit/input.ts'
import { mostPages } from '#kit/pages.ts'
import { idOf, pageOf, searched, someOf } from './search-params.ts'

// Rule 5: a screen with a wrong address falls back. A value accepted here and then refused by the server would show as a failure.
it('an address may say the pages that the server answers, and no others', () => {
  for (const page of [1, 40, mostPages]) {
    expect(pageOf(page)).toBe(page)
    expect(v.parse(PageNumber, String(page))).toBe(page)
  }
  for (const page of [0, -1, 1.5, mostPages + 1]) {
    expect(pageOf(page)).toBeUndefined()
    expect(v.safeParse(PageNumber, String(page)).success).toBe(false)
  }
})

it('an address may say an id, and nothing that only looks like one', () => {
  const id = '0190B6F5-5f0f-7c3a-9d2e-3b1c5a7e9f10'
  // Lower-cased, as everything it is compared with.
  for (const read of [idOf(id), v.parse(Id, id), v.parse(RealId, id)]) expect(read).toBe(id.toLowerCase())
  for (const said of ['-'.repeat(36), id.replaceAll('-', 'a'), `${id} `, 7]) {
    expect(idOf(said)).toBeUndefined()
    for (const shape of [Id, RealId]) expect(v.safeParse(shape, said).success).toBe(false)
  }
})

it('of several values an address keeps those that there are', () => {
  const values = ['open', 'paid', 'late'] as const
  expect(someOf(values, ['late', 'gone', 'open', 'late', 7])).toEqual(['open', 'late'])
  expect(someOf(values, 'paid')).toEqual(['paid'])
  for (const said of [[], ['gone'], 'gone', null, undefined, {}]) expect(someOf(values, said)).toBeUndefined()
})

it('an address may say words to search for, also those that are a number by themselves', () => {
  expect(searched({ search: 1187, utm_source: 'mail' })).toEqual({ search: '1187' })
  for (const said of ['  ', 'x'.repeat(101), ['a'], undefined])
    expect(searched({ search: said }).search).toBeUndefined()
})
