import type { Language } from '#kit/language.ts'

/** Each in its own name, so that users who cannot read the page find theirs. */
export const languageNames: readonly { code: Language; name: string }[] = [
  { code: 'fr', name: 'Français' },
  { code: 'en', name: 'English' },
]
