import type { Language } from '#kit/language.ts'
import { setCookie } from '#kit/web/cookie.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { switchLanguage, useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'

/** Switches the whole portal, and the language of the next page. Rejects when the texts cannot be loaded. */
export async function showLanguage(language: Language) {
  await switchLanguage(language)
  setCookie('language', language, 365)
}

/** For pages before the sign-in: saved in this browser only. */
export function useShowLanguage() {
  const { error } = useText(kitText)
  return (language: Language) =>
    showLanguage(language).catch(() => toast({ tone: 'late', title: error.title, description: error.description }))
}
