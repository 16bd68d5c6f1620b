import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { Language } from '#kit/language.ts'
import { onNextOccasion } from './next-occasion.ts'

/** The sentences of one feature in both languages, each in its own chunk: only the current language is downloaded. */
export type Text<T> = {
  load: (language: Language) => Promise<T>
  arrived: Partial<Record<Language, T>>
}

/** Texts that some screen has asked for; a language switch brings all of them before it flips. */
const inUse = new Set<Text<unknown>>()

/** `bundles` are the modules that hold them, each under the name of its language. */
export function defineText<T>(bundles: { [L in Language]: () => Promise<{ [Name in L]: T }> }): Text<T> {
  const loading: Partial<Record<Language, Promise<T>>> = {}
  const text: Text<T> = {
    arrived: {},
    load(language) {
      inUse.add(text)
      const known = loading[language]
      if (known) return known
      const coming = (bundles[language]() as Promise<Record<Language, T>>).then(
        ({ [language]: bundle }) => {
          text.arrived[language] = bundle
          // What `use` looks for: from now on it answers at once.
          Object.assign(coming, { status: 'fulfilled', value: bundle })
          return bundle
        },
        (error: unknown) => {
          // Until then it stays failed: a component that draws without it would ask again at once, and for ever.
          onNextOccasion(() => {
            if (loading[language] === coming) delete loading[language]
          })
          throw error
        },
      )
      loading[language] = coming
      return coming
    },
  }
  return text
}

let current: Language = 'fr'
const listeners = new Set<() => void>()

export const currentLanguage = () => current

/** Before the first render: there is nothing to flip yet. */
export function startLanguage(language: Language) {
  current = language
  const page = document.documentElement
  // The same once more would have every style of the page reckoned anew, for `:lang()`.
  if (page.lang !== language) page.lang = language
}

/** All texts in use, in another language; more of them may come into use meanwhile. */
export async function loadTexts(language: Language) {
  for (;;) {
    const missing = [...inUse].filter(text => !text.arrived[language])
    if (missing.length === 0) return
    await Promise.all(missing.map(text => text.load(language)))
  }
}

/**
 * Every visible sentence changes in one step: the new texts come first, then the language flips without remounting, so
 * typed text stays. When a text cannot be had, it rejects and nothing has changed.
 */
export async function switchLanguage(language: Language) {
  await loadTexts(language)
  if (language === current) return
  startLanguage(language)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const LanguageContext = createContext<Language>('fr')

export function LanguageProvider({ children }: { children: ReactNode }) {
  return (
    <LanguageContext value={useSyncExternalStore(subscribe, currentLanguage, currentLanguage)}>
      {children}
    </LanguageContext>
  )
}

export const useLanguage = () => use(LanguageContext)

/** `const t = useText(casesText)`. Suspends while the text is on its way; `loadText` in the loader avoids that. */
export function useText<T>(text: Text<T>): T {
  // `load` answers otherwise once the text is there: a memoised answer would go stale.
  'use no memo'
  return use(text.load(useLanguage()))
}

/** For loaders: the text comes at the same time as the data. */
export const loadText = (text: Text<unknown>) => text.load(current)
