const fields = 'input, textarea, select, [contenteditable]'

/** Keys pressed on their own: whoever dictates, or brushes keys, turns them off (WCAG 2.1.4). */
export const singleKeysAreOn = () => !document.cookie.includes('single_keys=off')

/** Whether a key means what it stands for alone: not in a field, nor where a dialog waits for an answer. */
export const isSingleKey = (event: KeyboardEvent): boolean =>
  !(event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) &&
  !document.querySelector('dialog[open]') &&
  !(event.target as Element).closest(fields) &&
  singleKeysAreOn()
