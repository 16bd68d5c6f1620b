import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { contrast, fromOklch, legible, mix, toOklch } from './color.ts'
import { HexColor } from './hex-color.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

describe('a colour', () => {
  test.each(['#fff', '#12345', '#1234567', '123456', 'red', '#12345g', '#123456;}', ' #123456', '#123456\n', ''])(
    '%j is not one',
    text => {
      expect(v.is(HexColor, text)).toBe(false)
      expect(() => toOklch(text)).toThrow(RangeError)
    },
  )

  test('is six digits in either case', () => {
    expect(v.is(HexColor, '#006d6b')).toBe(true)
    expect(v.is(HexColor, '#00AACC')).toBe(true)
  })

  test('survives the way to OKLCH and back', () => {
    fc.assert(fc.property(hex, color => fromOklch(toOklch(color)) === color))
  })

  test('out of gamut loses chroma, not lightness', () => {
    const { l, h } = toOklch(fromOklch({ l: 0.7, c: 0.4, h: 150 }))
    expect(l).toBeCloseTo(0.7, 2)
    expect(h).toBeCloseTo(150, 0)
  })
})

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  fc.assert(fc.property(hex, hex, (a, b) => contrast(a, b) === contrast(b, a) && contrast(a, b) >= 1))
})

test('a mixture has both ends', () => {
  fc.assert(fc.property(hex, hex, (a, b) => mix(a, 1, b) === a && mix(a, 0, b) === b))
})

describe('legible', () => {
  test('leaves alone what is legible already', () => {
    expect(legible('#006D6B', ['#ffffff'], 4.5)).toBe('#006d6b')
  })

  test('reaches its ratio on any one ground', () => {
    fc.assert(fc.property(hex, hex, (color, ground) => contrast(legible(color, [ground], 4.5), ground) >= 4.5))
  })

  test('keeps the hue', () => {
    const { h } = toOklch(legible('#0e9a99', ['#ffffff'], 4.5))
    expect(Math.abs(h - toOklch('#0e9a99').h)).toBeLessThan(4)
  })

  test('does what can be done where grounds contradict each other', () => {
    expect(['#000000', '#ffffff']).toContain(legible('#808080', ['#000000', '#ffffff'], 7))
  })
})
