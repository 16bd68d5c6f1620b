import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { updateUser } from '#features/auth/web/use-user.ts'
import { changed } from '#features/live/web/use-changed.ts'
import type { Language } from '#kit/language.ts'
import { call } from '#kit/web/call.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { loadTexts, useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { accountCalls } from '../contract.ts'
import { showLanguage } from './show-language.ts'

/** For a user: saved first, then shown, so that a refusal changes nothing on the screen. */
export function useChangeLanguage() {
  const { error } = useText(kitText)
  const queryClient = useQueryClient()
  return (language: Language) =>
    saveLanguage(language, queryClient).catch(() =>
      toast({ tone: 'late', title: error.title, description: error.description }),
    )
}

async function saveLanguage(language: Language, queryClient: QueryClient) {
  await Promise.all([loadTexts(language), call(accountCalls.changeLanguage, { body: { language } })])
  await updateUser()
  await showLanguage(language)
  // What the server words for the reader.
  void changed(queryClient, ['language'])
}
