const key = 'single_keys'

/** For a browser that refuses storage: as long as the page lives. */
let chosen: boolean | undefined

/** Whether keys pressed on their own do something: whoever dictates, or brushes keys, turns them off (WCAG 2.1.4). */
export function singleKeysAreOn(): boolean {
  if (chosen !== undefined) return chosen
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

export function turnSingleKeys(on: boolean) {
  chosen = on
  try {
    localStorage.setItem(key, on ? 'on' : 'off')
  } catch {
    // Remembered in this page only.
  }
}
