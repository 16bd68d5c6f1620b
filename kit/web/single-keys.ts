const fields = 'input, textarea, select, [contenteditable]'

/** Single-key shortcuts: users of speech input, or who hit keys by accident, can turn them off (WCAG 2.1.4). */
export const singleKeysAreOn = () => !document.cookie.includes('single_keys=off')

/** Whether a key may act as a single-key shortcut: not in a field, nor while a dialog waits for an answer. */
export const isSingleKey = (event: KeyboardEvent): boolean =>
  !(event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) &&
  !document.querySelector('dialog[open]') &&
  !(event.target as Element).closest(fields) &&
  singleKeysAreOn()
