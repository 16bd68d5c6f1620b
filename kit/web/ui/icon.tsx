import './icon.css'

/** One stroke, 24 × 24, round ends: every icon of the portal, drawn on the same grid. */
const paths = {
  home: 'M3 10.5 12 3l9 7.5V20a1 1 0 0 1-1 1h-5v-6H9v6H4a1 1 0 0 1-1-1z',
  case: 'M4 7h16v13H4zM9 7V4h6v3M4 12h16',
  sun: 'M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  truck:
    'M3 6h11v10H3zM14 10h4l3 3v3h-7M7.5 19a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6M17.5 19a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6',
  bill: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  plus: 'M12 5v14M5 12h14',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  dots: 'M5 11.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1zM12 11.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1zM19 11.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1z',
  check: 'M5 12.5 10 17l9-10',
  pause: 'M9 6v12M15 6v12',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3',
  box: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2',
  close: 'M6 6l12 12M18 6 6 18',
  'chevron-down': 'M8 10l4 4 4-4',
  'chevron-up': 'M8 14l4-4 4 4',
  'chevron-left': 'M14 8l-4 4 4 4',
  'chevron-right': 'M10 8l4 4-4 4',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1.5-4 14.5-4 16 0',
  tooth:
    'M7 3c-3 0-4 3-3 7 .6 2.5 1 3 1.3 6 .3 3 1 5 2.2 5 1.5 0 1.2-6 4.5-6s3 6 4.5 6c1.2 0 1.9-2 2.2-5 .3-3 .7-3.5 1.3-6 1-4 0-7-3-7-2 0-3 1-5 1S9 3 7 3z',
  phone: 'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a1 1 0 0 1-1 1C11 20 4 13 4 5a1 1 0 0 1 1-1z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  sidebar: 'M4 5h16v14H4zM9.5 5v14',
  logout: 'M14 4h5a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1h-5M10 8l-4 4 4 4M6 12h9',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  eye: 'M2.5 12c4-8 15-8 19 0-4 8-15 8-19 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  'eye-off':
    'M4 4l16 16M9.5 6.3c4.7-1.3 9.5.7 12 5.7-.7 1.4-1.6 2.5-2.6 3.4M15.5 17.3c-4.9 2-10.4.2-13-5.3.9-1.8 2.2-3.2 3.6-4.2',
  warning: 'M12 4 2.5 20h19zM12 10v4M12 17h.01',
  offline:
    'M4 4l16 16M8.5 13.5a5.5 5.5 0 0 1 3-1.4M15.5 13.5l-.5-.4M5 10a11 11 0 0 1 4-2.4M19 10a11 11 0 0 0-6.5-3M12 18h.01',
  message: 'M4 5h16v11H11l-5 4v-4H4z',
  download: 'M12 4v11M7.5 10.5 12 15l4.5-4.5M4 20h16',
  external: 'M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9',
  filter: 'M4 7h16M7 12h10M10 17h4',
  sort: 'M8 5v14M4.5 15.5 8 19l3.5-3.5M16 19V5M12.5 8.5 16 5l3.5 3.5',
  'arrow-up': 'M12 19V5M7 10l5-5 5 5',
  'arrow-down': 'M12 5v14M7 14l5 5 5-5',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  paperclip: 'M20 11.5l-8.3 8.3a5 5 0 0 1-7-7L13 4.4a3.3 3.3 0 0 1 4.7 4.7l-8.3 8.3a1.7 1.7 0 0 1-2.4-2.4L14.5 7.5',
  refresh: 'M20 5v5h-5M4 19v-5h5M5.2 9.5a7.5 7.5 0 0 1 12.8-2L20 10M18.8 14.5a7.5 7.5 0 0 1-12.8 2L4 14',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8h.01',
  lock: 'M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11',
}

export type IconName = keyof typeof paths

export const iconNames = Object.keys(paths) as IconName[]

type IconProps = {
  name: IconName
  /** 18 px, or 14 px inside a pill. */
  size?: 'md' | 'sm' | undefined
}

/** Always beside words, or inside a control that has a name: hidden from assistive technology. */
export function Icon({ name, size = 'md' }: IconProps) {
  return (
    <svg className={size === 'sm' ? 'icon icon--sm' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
