import type { Language } from '#kit/language.ts'
import { setCookie } from '#kit/web/cookie.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { switchLanguage, useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'

/** Turns the whole portal, and the next page the server writes. Rejects when the texts cannot be had. */
export async function showLanguage(language: Language) {
  await switchLanguage(language)
  setCookie('language', language, 365)
}

/** On the open pages: nobody's saved language, only this browser's. */
export function useShowLanguage() {
  const { error } = useText(kitText)
  return (language: Language) =>
    showLanguage(language).catch(() => toast({ tone: 'late', title: error.title, description: error.description }))
}
