const rows = (letter: string, shades: readonly string[]) => shades.map(shade => `${letter}${shade}`)

/** VITA classical, exactly 16 shades, by hue. */
export const vitaClassical: readonly (readonly string[])[] = [
  rows('A', ['1', '2', '3', '3.5', '4']),
  rows('B', ['1', '2', '3', '4']),
  rows('C', ['1', '2', '3', '4']),
  rows('D', ['2', '3', '4']),
]

const full = ['L1.5', 'L2.5', 'M1', 'M2', 'M3', 'R1.5', 'R2.5']

/** VITA 3D-Master, exactly 26 shades, by lightness. */
export const vita3DMaster: readonly (readonly string[])[] = [
  rows('1', ['M1', 'M2']),
  rows('2', full),
  rows('3', full),
  rows('4', full),
  rows('5', ['M1', 'M2', 'M3']),
]

/** For bleached teeth; lighter than all of 3D-Master. */
export const vitaBleach: readonly string[] = rows('0', ['M1', 'M2', 'M3'])

export type ShadeGuide = 'classical' | '3d_master' | 'other'

const guides = new Map<string, ShadeGuide>([
  ...vitaClassical.flat().map(shade => [shade, 'classical'] as const),
  ...[...vita3DMaster.flat(), ...vitaBleach].map(shade => [shade, '3d_master'] as const),
])

export const guideOf = (shade: string): ShadeGuide => guides.get(shade) ?? 'other'

/** Without spaces, point and comma, and with 0 for the letter O, to match hasty typing. */
const bare = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/^O(?=M)/, '0')
    .replace(/^VITA\s|[\s.,·]/g, '')
const byBareName = new Map([...guides.keys()].map(shade => [bare(shade), shade]))

/** "a3,5" and "A 3.5" are A3.5; a shade of neither guide stays as typed. */
export const readShade = (typed: string): string => byBareName.get(bare(typed.trim())) ?? typed.trim()

/** CIE Lab of the classical guide, as measured on its tabs (O’Brien et al., 1990), lifted to a lit tooth. */
const measured: Record<string, readonly [l: number, a: number, b: number]> = {
  A1: [79.6, -1.6, 13],
  A2: [76, -0.1, 16.7],
  A3: [75.4, 1.4, 19.6],
  'A3.5': [72.3, 1.5, 21.8],
  A4: [68.6, 1.6, 21],
  B1: [78.9, -1.8, 12.3],
  B2: [76.7, -1.6, 16.6],
  B3: [74.1, 0.5, 22.3],
  B4: [71.8, 0.5, 22.2],
  C1: [74.3, -1.3, 12.6],
  C2: [71, -0.2, 16.7],
  C3: [68.8, 0, 16.7],
  C4: [64.8, 1.6, 18.7],
  D2: [75.3, -0.4, 13.5],
  D3: [72.6, 0.6, 16.1],
  D4: [71.9, -1, 17.8],
}
const lit = 9

/** The name of a 3D-Master shade tells its colour: lightness, hue (more yellow, middle, more red), chroma. */
function named(shade: string): readonly [number, number, number] {
  const chroma = Number(shade.slice(2))
  const hue = { L: -1.6, M: 0, R: 1.8 }[shade[1] ?? ''] ?? 0
  const lightness = Number(shade[0])
  return [83 - lightness * 4.2, hue + lightness * 0.5 - 1.5, 6 + chroma * 4.4 + lightness * 1.4]
}

/** The approximate colour of the tab, for a swatch beside its name; undefined for other guides. */
export function shadeColor(shade: string): string | undefined {
  const guide = guideOf(shade)
  if (guide === 'other') return undefined
  const [l, a, b] = measured[shade] ?? named(shade)
  return `lab(${(l + lit).toFixed(1)}% ${a.toFixed(1)} ${b.toFixed(1)})`
}
