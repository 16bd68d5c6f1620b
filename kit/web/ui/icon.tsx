import './icon.css'
import type { moreIcons } from './more-icons.ts'

/** One stroke, 24 × 24, round ends, on one grid. These are on every page; the others are in more-icons.ts. */
export const icons = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4',
  check: 'M5 12.5 10 17l9-10',
  close: 'M6 6l12 12M18 6 6 18',
  'chevron-down': 'M8 10l4 4 4-4',
  phone: 'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a1 1 0 0 1-1 1C11 20 4 13 4 5a1 1 0 0 1 1-1z',
  eye: 'M2.5 12c4-8 15-8 19 0-4 8-15 8-19 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  'eye-off':
    'M4 4l16 16M9.5 6.3c4.7-1.3 9.5.7 12 5.7-.7 1.4-1.6 2.5-2.6 3.4M15.5 17.3c-4.9 2-10.4.2-13-5.3.9-1.8 2.2-3.2 3.6-4.2',
  warning: 'M12 4 2.5 20h19zM12 10v4M12 17h.01',
  offline:
    'M4 4l16 16M8.5 13.5a5.5 5.5 0 0 1 3-1.4M15.5 13.5l-.5-.4M5 10a11 11 0 0 1 4-2.4M19 10a11 11 0 0 0-6.5-3M12 18h.01',
  refresh: 'M20 5v5h-5M4 19v-5h5M5.2 9.5a7.5 7.5 0 0 1 12.8-2L20 10M18.8 14.5a7.5 7.5 0 0 1-12.8 2L4 14',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8h.01',
  lock: 'M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11',
}

export type IconName = keyof typeof icons | keyof typeof moreIcons

const paths: Partial<Record<IconName, string>> = { ...icons }

/** Adds icons from another chunk, before anything draws them. */
export const addIcons = (more: Partial<Record<IconName, string>>) => Object.assign(paths, more)

type IconProps = {
  name: IconName
  /** 18 px, or 14 px inside a pill. */
  size?: 'md' | 'sm' | undefined
}

/** Hidden from assistive technology, so always beside words or in a named control. */
export function Icon({ name, size = 'md' }: IconProps) {
  return (
    <svg className={size === 'sm' ? 'icon icon--sm' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
