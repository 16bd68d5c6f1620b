import { contrast, fromOklch, legible, mix, toOklch } from './color.ts'

export type BrandColor =
  | 'primary'
  | 'primaryForeground'
  | 'secondary'
  | 'secondaryForeground'
  | 'cardForeground'
  | 'ring'
  | 'border'

/** The seven colours a brand chooses, each `#rrggbb`. */
export type BrandColors = Readonly<Record<BrandColor, string>>

/** The seven colours as the screens use them, and those that need a measured contrast. */
export type Palette = BrandColors & {
  readonly canvas: string
  readonly surface: string
  /** A light tint of the brand: help boxes, hovered menu entries. */
  readonly tint: string
  /** A hovered row or quiet button. */
  readonly hover: string
  /** The background of a neutral pill. */
  readonly plain: string
  /** The hovered primary button. */
  readonly primaryHover: string
  /** The brand's colour as text, icon or underline. */
  readonly link: string
  /** Secondary text. */
  readonly muted: string
  /** The outline of inputs and checkboxes. */
  readonly control: string
}

/** A brand colour that was illegible, and its replacement. */
export type Correction = { key: BrandColor; chosen: string; used: string; contrast: number; required: number }

export type Theme = { light: Palette; dark: Palette; corrections: readonly Correction[] }

const text = 4.5
const graphics = 3
const clear = 7
/** At a lower contrast a card's edge is invisible. */
const edge = 1.2

/** For unknown brands: a neutral slate. */
export const neutralColors: BrandColors = {
  primary: '#334155',
  primaryForeground: '#ffffff',
  secondary: '#eef1f5',
  secondaryForeground: '#334155',
  cardForeground: '#17202b',
  ring: '#64748b',
  border: '#dfe3e8',
}

/** Illegible text is moved well beyond the minimum contrast: grey on yellow, barely legible, helps nobody. */
function words(chosen: string, ...grounds: string[]) {
  const lowest = (color: string) => Math.min(...grounds.map(ground => contrast(color, ground)))
  if (lowest(chosen) >= text) return chosen.toLowerCase()
  return legible(chosen, grounds, Math.max(lowest('#000000'), lowest('#ffffff')) > clear ? clear : text)
}

/** Moves away from the label's colour, so that a hovered button reads at least as well. */
function hovered(ground: string, label: string) {
  const labelIsLighter = contrast(label, '#000000') > contrast(ground, '#000000')
  return mix(ground, 0.88, labelIsLighter ? '#000000' : '#ffffff')
}

/** The same hue, with the lightness given and limited chroma. */
function toned(color: string, l: number, mostChroma: number) {
  const { c, h } = toOklch(color)
  return fromOklch({ l, c: Math.min(c, mostChroma), h })
}

function lightPalette(chosen: BrandColors): Palette {
  const surface = '#ffffff'
  const canvas = mix(chosen.primary, 0.025, '#fbfbfa')
  const tint = mix(chosen.primary, 0.07, surface)
  const hover = toned(chosen.cardForeground, 0.97, 0.004)
  const plain = toned(chosen.cardForeground, 0.945, 0.006)
  const grounds = [surface, canvas, tint, hover]
  const primaryForeground = words(chosen.primaryForeground, chosen.primary)
  const cardForeground = words(chosen.cardForeground, ...grounds, plain)
  return {
    primary: chosen.primary.toLowerCase(),
    primaryForeground,
    primaryHover: hovered(chosen.primary, primaryForeground),
    secondary: chosen.secondary.toLowerCase(),
    secondaryForeground: words(chosen.secondaryForeground, chosen.secondary),
    cardForeground,
    ring: legible(chosen.ring, grounds, graphics),
    border: legible(chosen.border, [surface], edge),
    canvas,
    surface,
    tint,
    hover,
    plain,
    link: legible(chosen.primary, grounds, text),
    muted: legible(mix(cardForeground, 0.68, surface), [...grounds, plain], text),
    control: legible(chosen.border, grounds, graphics),
  }
}

/** The dark colours are derived: hues stay, lightness is inverted. */
function darkPalette(chosen: BrandColors): Palette {
  const surface = toned(chosen.primary, 0.225, 0.014)
  const canvas = toned(chosen.primary, 0.185, 0.012)
  // A button darker than the dark surface is lightened until its shape shows.
  const primary = legible(chosen.primary, [surface], 1.8)
  const tint = mix(primary, 0.14, surface)
  const hover = toned(chosen.primary, 0.26, 0.014)
  const plain = toned(chosen.primary, 0.3, 0.014)
  const grounds = [surface, canvas, tint, hover]
  const primaryForeground = words(chosen.primaryForeground, primary)
  const secondary = toned(chosen.secondary, 0.31, 0.05)
  const cardForeground = toned(chosen.cardForeground, 0.95, 0.008)
  const border = legible(toned(chosen.border, 0.33, 0.015), [surface], edge)
  return {
    primary,
    primaryForeground,
    primaryHover: hovered(primary, primaryForeground),
    secondary,
    secondaryForeground: legible(toned(chosen.secondaryForeground, 0.93, 0.04), [secondary], text),
    cardForeground,
    ring: legible(chosen.ring, grounds, graphics),
    border,
    canvas,
    surface,
    tint,
    hover,
    plain,
    link: legible(chosen.primary, grounds, text),
    muted: legible(mix(cardForeground, 0.72, surface), [...grounds, plain], text),
    control: legible(border, grounds, graphics),
  }
}

/** Both palettes of a brand, with the colours that had to be corrected for legibility. */
export function themeOf(chosen: BrandColors): Theme {
  const light = lightPalette(chosen)
  const { surface, canvas, tint, hover, plain } = light
  const grounds = [surface, canvas, tint, hover]
  const checks = [
    { key: 'primary', used: light.link, on: grounds, required: text },
    { key: 'primaryForeground', used: light.primaryForeground, on: [light.primary], required: text },
    { key: 'secondaryForeground', used: light.secondaryForeground, on: [light.secondary], required: text },
    { key: 'cardForeground', used: light.cardForeground, on: [...grounds, plain], required: text },
    { key: 'ring', used: light.ring, on: grounds, required: graphics },
  ] as const
  const corrections = checks
    .filter(({ key, used }) => used !== chosen[key].toLowerCase())
    .map(({ key, used, on, required }) => ({
      key,
      chosen: chosen[key],
      used,
      // The lowest contrast, which is why the colour was replaced.
      contrast: Math.min(...on.map(ground => contrast(chosen[key], ground))),
      required,
    }))
  return { light, dark: darkPalette(chosen), corrections }
}

const variables = (palette: Palette) =>
  Object.entries(palette)
    .map(([key, color]) => `--${key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}:${color}`)
    .join(';')

/**
 * The text of the page's first style element. The layer order comes first, whatever sheet follows. Dark colours are for screens
 * only: prints are white.
 */
export function themeCss(chosen: BrandColors): string {
  const { light, dark } = themeOf(chosen)
  const night = variables(dark)
  return [
    '@layer reset,base,ui,screen,print;',
    `:root{${variables(light)}}`,
    `@media screen{@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${night}}}:root[data-theme=dark]{${night}}}`,
  ].join('')
}
