import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Words } from './input.ts'

const codesOf = (text: string, longest = 20) =>
  v.safeParse(Words(longest), text).issues?.map(({ message }) => message) ?? []

describe('words', () => {
  it.each(['', '  ', '\u200b', '\u00a0\u2060\ufeff', '\u202e\u200f', '\u0007'])('are none in %j', text => {
    expect(codesOf(text)).toEqual(['required'])
  })

  it.each(['a', '?', '👩🏽‍⚕️', 'ش', '\u200bx', '😀'])('are there in %j', text => {
    expect(codesOf(text)).toEqual([])
  })

  it('lose the spaces around them before they are counted', () => {
    expect(v.parse(Words(3), '  abc ')).toBe('abc')
    expect(codesOf('abcd', 3)).toEqual(['too_long'])
  })
})
