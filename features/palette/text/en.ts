export const en = {
  title: 'Quick access',
  results: 'Results',
  /** Announced while typing. */
  found: (count: number) => (count === 0 ? 'No result' : count === 1 ? '1 result' : `${count} results`),
  none: (words: string) => `Nothing matches “${words}”.`,
  shortcuts: {
    title: 'Keyboard shortcuts',
    groups: { anywhere: 'Anywhere', palette: 'In quick access' },
    palette: 'Open or close quick access',
    sidebar: 'Collapse or expand the menu',
    walk: 'Go through the results',
    ends: 'First or last result',
    choose: 'Open the result',
    newTab: 'Open the result in a new tab',
    close: 'Close',
    off: 'off',
  },
  /** As printed on keys. */
  keys: { ctrl: 'Ctrl', shift: 'Shift', enter: 'Enter', leave: 'Esc', home: 'Home', end: 'End' },
}

export type PaletteText = typeof en
