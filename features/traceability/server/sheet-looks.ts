import type { Look } from '#kit/server/pdf-text.ts'

const ink = '#17212b'
const quiet = '#55616d'
const body: Look = { size: 9.5, color: ink }

/** The neutral colours of the screens, for print. The laboratory's colour is the only other one. */
export const looks = {
  ink,
  quiet,
  hairline: '#dde3e6',
  body,
  strong: { ...body, weight: 'semibold' },
  small: { size: 8.5, color: quiet },
  title: { size: 22, weight: 'semibold', color: ink },
} as const satisfies Record<string, Look | string>
