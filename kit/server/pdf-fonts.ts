import { createRequire } from 'node:module'
import { type Font, openSync } from 'fontkit'

export type Weight = 'regular' | 'semibold'
/** `other` has what Inter lacks: Hebrew, Arabic, symbols. */
export type FontName = Weight | 'other'

const require = createRequire(import.meta.url)
const files: Record<FontName, string> = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  semibold: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  other: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
}

const opened = new Map<FontName, Font>()
const commonFirst = Array.from('’”ΔΩι', sign => sign.codePointAt(0) ?? 0)
/** The characters of number columns: Inter has tabular glyphs of its own for them. */
const tabular = ' !"#$%&\'()*+,-./0123456789:;<=>?€−\u00a0\u202f'

/** Loaded on first use and shared by all documents: reading a font costs more than drawing a page with it. */
export function openFont(name: FontName): Font {
  let font = opened.get(name)
  if (!font) {
    font = openSync(files[name]) as Font
    // A glyph keeps the character that it was first laid out for, which is what a reader copies; as a part of a composed glyph it
    // gets none. So all characters are laid out here once, the usual ones before their look-alikes.
    font.layout(tabular, { calt: false, tnum: true })
    for (const code of [...commonFirst, ...font.characterSet]) font.glyphForCodePoint(code)
    font.layout = rememberingLayout(font)
    opened.set(name, font)
  }
  return font
}

type Layout = ReturnType<Font['layout']>

/** Cached layouts of words and amounts: documents of one kind repeat them, and layout is half of the drawing. */
const mostRemembered = 5_000

function rememberingLayout(font: Font): Font['layout'] {
  const layOut = font.layout.bind(font)
  const known = new Map<string, Layout>()
  return (text, features) => {
    const isTabular = Array.isArray(features) && features.includes('tnum')
    const key = `${isTabular ? 1 : 0}${text}`
    let layout = known.get(key)
    if (!layout) {
      // Inter's contextual alternates, such as arrows, would double the time of a page.
      layout = layOut(text, { calt: false, ...(isTabular ? { tnum: true } : {}) })
      if (known.size >= mostRemembered) known.clear()
      known.set(key, layout)
    }
    // A copy, because callers scale the positions in place.
    const positions = layout.positions.map(position => ({ ...position }))
    return Object.assign(Object.create(layout) as Layout, { positions })
  }
}

/** Loads the fonts before the first document is requested. */
export function warmFonts(): void {
  for (const weight of ['regular', 'semibold'] as const) openFont(weight)
}

export type FontRun = { font: FontName; text: string }

/**
 * Splits text where the font changes. Characters in no font are written by number, `[U+1F600]`, rather than lost, because the
 * document is a record. Digits and Latin letters always use Inter, so that a number within Arabic or Hebrew is not reversed.
 */
export function fontRuns(text: string, weight: Weight): FontRun[] {
  const runs: FontRun[] = []
  const add = (font: FontName, words: string) => {
    const last = runs.at(-1)
    if (last?.font === font) last.text += words
    else runs.push({ font, text: words })
  }
  for (const character of printable(text)) {
    const code = character.codePointAt(0) ?? 0
    const font = ([weight, 'other'] as const).find(name => openFont(name).hasGlyphForCodePoint(code))
    if (font) add(font, character)
    else add(weight, `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`)
  }
  return runs
}

/** One line, without invisible characters that change what is seen: line breaks, control codes, direction marks. */
const printable = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
