import * as v from 'valibot'
import { expect, it } from 'vitest'
import { Id, PageNumber } from '#kit/contract.ts'
import { mostPages } from '#kit/pages.ts'
import { idOf, pageOf } from './search-params.ts'

// Rule 5: a screen whose address is wrong falls back. What it read and the server then refused would be a failure on the screen.
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
  expect(idOf(id)).toBe(id)
  // What answers knows it in small letters.
  expect(v.parse(Id, id)).toBe(id.toLowerCase())
  for (const said of ['-'.repeat(36), id.replaceAll('-', 'a'), `${id} `, 7]) {
    expect(idOf(said)).toBeUndefined()
    expect(v.safeParse(Id, said).success).toBe(false)
  }
})
