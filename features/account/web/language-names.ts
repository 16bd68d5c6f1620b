import type { Language } from '#kit/language.ts'

/** Each under its own name, so that whoever cannot read the page finds theirs. */
export const languageNames: readonly { code: Language; name: string }[] = [
  { code: 'fr', name: 'Français' },
  { code: 'en', name: 'English' },
]
