import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, fromOklch, mix } from './color.ts'
import { type BrandColors, neutralColors, type Palette, themeCss, themeOf } from './theme.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)
const brand: fc.Arbitrary<BrandColors> = fc.record({
  primary: hex,
  primaryForeground: hex,
  secondary: hex,
  secondaryForeground: hex,
  cardForeground: hex,
  ring: hex,
  border: hex,
})

const tokens = readFileSync(new URL('web/ui/tokens.css', import.meta.url), 'utf8')

/** The custom properties of one rule of tokens.css. */
function declared(selector: string) {
  const rule = tokens.slice(tokens.indexOf(`${selector} {`)).split('}')[0] ?? ''
  return Object.fromEntries([...rule.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]))
}

/** Resolves a colour of tokens.css on a palette: handles the three forms written there. */
function resolver(palette: Palette, own: Record<string, string | undefined>) {
  const brandVariables = Object.fromEntries(
    Object.entries(palette).map(([key, color]) => [key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`), color]),
  )
  return function color(expression: string): string {
    if (expression.startsWith('#')) return expression
    const name = /^var\(--([\w-]+)\)$/.exec(expression)?.[1]
    if (name) return color(brandVariables[name] ?? own[name] ?? 'missing')
    const [, l, c, h] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(expression) ?? []
    if (l && c && h) return fromOklch({ l: Number(l), c: Number(c), h: Number(h) })
    const [, a, share, b] = /^color-mix\(in oklab, (.+) ([\d.]+)%, (.+)\)$/.exec(expression) ?? []
    if (a && share && b) return mix(color(a), Number(share) / 100, color(b))
    throw new Error(`tokens.css has a form this test does not read: ${expression}`)
  }
}

const tones = ['ok', 'warn', 'late', 'info'] as const
const on = (grounds: string[], ...words: string[]) => grounds.flatMap(ground => words.map(word => [word, ground]))

/** Every pair of text and background colours that the components use. */
const textPairs = [
  ...on(['surface', 'canvas', 'tint', 'hover'], 'ink', 'muted', 'link', ...tones),
  ...on(['plain'], 'ink', 'muted'),
  ...on(['primary', 'primary-hover'], 'primary-foreground'),
  ...on(['secondary'], 'secondary-foreground'),
  ...tones.map(tone => [tone, `${tone}-bg`]),
  // The danger button.
  ['surface', 'late'],
]
/** Focus rings, outlines of inputs, the line under a tab. */
const graphicPairs = on(['surface', 'canvas', 'tint', 'hover'], 'ring', 'control', 'link')

const light = declared(':root')
const themes = {
  light: light,
  'dark by choice': { ...light, ...declared(':root[data-theme="dark"]') },
  'dark by system': { ...light, ...declared(':root:not([data-theme="light"])') },
}

describe.each(Object.entries(themes))('%s', (name, own) => {
  test('every brand can be read', () => {
    fc.assert(
      fc.property(brand, colors => {
        const theme = themeOf(colors)
        const color = resolver(name === 'light' ? theme.light : theme.dark, own)
        const ratio = ([a, b]: string[]) => contrast(color(`var(--${a})`), color(`var(--${b})`))
        const unread = [
          ...textPairs.filter(pair => ratio(pair) < 4.5),
          ...graphicPairs.filter(pair => ratio(pair) < 3),
        ].map(pair => `${pair.join(' on ')}: ${ratio(pair).toFixed(2)}`)
        expect(unread).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})

describe('corrections', () => {
  test('are of what reads too badly somewhere, whatever the brand', () => {
    const readWell = ({ contrast, required }: { contrast: number; required: number }) => contrast >= required
    fc.assert(
      fc.property(brand, colors => {
        expect(themeOf(colors).corrections.filter(readWell)).toEqual([])
      }),
    )
  })

  test('a good brand is used as chosen', () => {
    const { light: palette, corrections } = themeOf(neutralColors)
    expect(corrections).toEqual([])
    expect(palette).toMatchObject(neutralColors)
  })

  test('say which colour gave way, to what, and why', () => {
    const { light: palette, corrections } = themeOf({ ...neutralColors, primary: '#ffd400' })
    expect(corrections).toEqual([
      { key: 'primary', chosen: '#ffd400', used: palette.link, contrast: expect.closeTo(1.31, 2), required: 4.5 },
      {
        key: 'primaryForeground',
        chosen: '#ffffff',
        used: palette.primaryForeground,
        contrast: expect.closeTo(1.43, 2),
        required: 4.5,
      },
    ])
    // As a background it stays the brand's own yellow.
    expect(palette.primary).toBe('#ffd400')
  })
})

describe('the style of a page', () => {
  test('holds the seven colours under their names, by day and by night', () => {
    const css = themeCss(neutralColors)
    const names = [
      'primary',
      'primary-foreground',
      'secondary',
      'secondary-foreground',
      'card-foreground',
      'ring',
      'border',
    ]
    for (const name of names) expect(css.split(`--${name}:#`)).toHaveLength(4)
    expect(css).toContain('@media(prefers-color-scheme:dark){:root:not([data-theme=light])')
    expect(css).toContain(':root[data-theme=dark]{')
  })

  test('is made of nothing but colours', () => {
    fc.assert(fc.property(brand, colors => /^[@\w\s,;:#(){}[\]=.-]+$/.test(themeCss(colors))))
  })

  test.each(['red', '#fff', '#000000;}*{display:none}', 'url(//evil)', ''])('refuses %j', color => {
    expect(() => themeCss({ ...neutralColors, border: color })).toThrow(RangeError)
    expect(() => themeCss({ ...neutralColors, secondary: color })).toThrow(RangeError)
  })
})
