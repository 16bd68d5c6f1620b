import { hexPattern as pattern } from './hex-color.ts'

type Triple = readonly [number, number, number]

/** Lightness 0–1, chroma, hue in degrees. */
export type Oklch = { l: number; c: number; h: number }

function channels(hex: string): Triple {
  if (!pattern.test(hex)) throw new RangeError(`not a colour of the form #rrggbb: ${JSON.stringify(hex)}`)
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

const toLinear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
const fromLinear = (channel: number) =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * Math.max(channel, 0) ** (1 / 2.4) - 0.055

const times = (matrix: readonly Triple[], [a, b, c]: Triple): Triple => {
  const [x = 0, y = 0, z = 0] = matrix.map(([p, q, r]) => p * a + q * b + r * c)
  return [x, y, z]
}

// Björn Ottosson's matrices (https://bottosson.github.io/posts/oklab/), as in CSS Color 4.
const linearToLms: readonly Triple[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const lmsToLab: readonly Triple[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
const labToLms: readonly Triple[] = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
const lmsToLinear: readonly Triple[] = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]

function toOklab(hex: string): Triple {
  const [r, g, b] = channels(hex)
  const [l, m, s] = times(linearToLms, [toLinear(r), toLinear(g), toLinear(b)])
  return times(lmsToLab, [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)])
}

function labToRgb(lab: Triple): Triple {
  const [l, m, s] = times(labToLms, lab)
  const [r, g, b] = times(lmsToLinear, [l ** 3, m ** 3, s ** 3])
  return [fromLinear(r), fromLinear(g), fromLinear(b)]
}

function toHex(rgb: Triple) {
  const bytes = rgb.map(channel => Math.round(Math.min(1, Math.max(0, channel)) * 255))
  return `#${bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')}`
}

export function toOklch(hex: string): Oklch {
  const [l, a, b] = toOklab(hex)
  return { l, c: Math.hypot(a, b), h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 }
}

/** Colours outside the screen's gamut lose chroma, never lightness or hue, so that contrast and character stay. */
export function fromOklch({ l, c, h }: Oklch): string {
  const angle = (h * Math.PI) / 180
  for (let chroma = c; ; chroma = chroma > 0.002 ? chroma * 0.96 : 0) {
    const rgb = labToRgb([l, chroma * Math.cos(angle), chroma * Math.sin(angle)])
    if (chroma === 0 || rgb.every(channel => channel > -0.002 && channel < 1.002)) return toHex(rgb)
  }
}

/** `share` of the first colour, the rest of the second: `color-mix(in oklab, a share, b)`. */
export function mix(a: string, share: number, b: string): string {
  const [x, y] = [toOklab(a), toOklab(b)]
  const part = (index: 0 | 1 | 2) => x[index] * share + y[index] * (1 - share)
  return toHex(labToRgb([part(0), part(1), part(2)]))
}

/** Relative luminance of WCAG 2. */
function luminance(hex: string) {
  const [r, g, b] = channels(hex)
  return 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b)
}

/** 1 to 21, as in WCAG 2. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

const lowest = (color: string, grounds: readonly string[]) =>
  Math.min(...grounds.map(ground => contrast(color, ground)))

/** The same colour, made as much lighter or darker as it needs for a contrast of `ratio` with every ground. */
export function legible(color: string, grounds: readonly string[], ratio: number): string {
  if (lowest(color, grounds) >= ratio) return color.toLowerCase()
  const { l, c, h } = toOklch(color)
  for (let step = 0.005; step <= 1; step += 0.005) {
    // Darker first: on light grounds, where both would do, darker is calmer.
    for (const lightness of [l - step, l + step]) {
      if (lightness < 0 || lightness > 1) continue
      const candidate = fromOklch({ l: lightness, c, h })
      if (lowest(candidate, grounds) >= ratio) return candidate
    }
  }
  return lowest('#000000', grounds) > lowest('#ffffff', grounds) ? '#000000' : '#ffffff'
}
