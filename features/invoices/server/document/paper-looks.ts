import type { Look } from '#kit/server/pdf-text.ts'

const ink = '#17212b'
const quiet = '#55616d'
const body: Look = { size: 9, color: ink }

/** The tone of the screens, on paper. The only other colour is the laboratory's. */
export const looks = {
  quiet,
  hairline: '#dde3e6',
  body,
  strong: { ...body, weight: 'semibold' },
  small: { size: 8, color: quiet },
  smallStrong: { size: 8, weight: 'semibold', color: ink },
  name: { size: 15, weight: 'semibold' },
  title: { size: 22, weight: 'semibold', color: ink },
  figure: { ...body, hasTabularFigures: true },
  strongFigure: { ...body, weight: 'semibold', hasTabularFigures: true },
  heading: { size: 10.5, weight: 'semibold', color: ink },
  due: { size: 11.5, weight: 'semibold', color: '#ffffff' },
} as const satisfies Record<string, Look | string>

/** Distance between lines. */
export const leading = 12.5
export const left = 50
export const half = { x: 262, width: 233 }
