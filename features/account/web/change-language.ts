import { updateUser } from '#features/auth/web/use-user.ts'
import type { Language } from '#kit/language.ts'
import { call } from '#kit/web/call.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { loadTexts, useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { accountCalls } from '../contract.ts'
import { showLanguage } from './show-language.ts'

/** For a signed-in user: saved first, then shown, so that a refusal changes nothing on the screen. */
export function useChangeLanguage() {
  const { error } = useText(kitText)
  return (language: Language) =>
    saveLanguage(language).catch(() => toast({ tone: 'late', title: error.title, description: error.description }))
}

async function saveLanguage(language: Language) {
  await Promise.all([loadTexts(language), call(accountCalls.changeLanguage, { body: { language } })])
  await updateUser()
  await showLanguage(language)
}
