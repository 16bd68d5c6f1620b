import { isNowhere } from './is-nowhere.ts'

/** Milliseconds between characters from a label reader; typing by hand is slower. */
const longestPause = 1_000
let stop: (() => void) | undefined

/**
 * Listens for the next label on the case that a scan has opened: what a reader types outside all fields. Meanwhile letters
 * are no shortcuts there, since a label may begin with any of them.
 */
export function hearNextLabel(hear: (code: string) => void): void {
  const { pathname } = location
  let typed = ''
  let latest = 0
  const receive = (event: KeyboardEvent) => {
    if (location.pathname !== pathname) return stop?.()
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event
    const isOfReader = isNowhere() && !ctrlKey && !metaKey && !altKey
    if (!isOfReader || timeStamp - latest > longestPause) typed = ''
    latest = timeStamp
    if (!isOfReader) return
    if (/^[\p{L}\p{N} _.-]$/u.test(key)) {
      typed += key
      event.stopImmediatePropagation()
    } else if (key === 'Enter' && typed.trim()) {
      event.stopImmediatePropagation()
      stop?.()
      hear(typed.trim())
    }
  }
  stop?.()
  stop = () => removeEventListener('keydown', receive, { capture: true })
  addEventListener('keydown', receive, { capture: true })
}
