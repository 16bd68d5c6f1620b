import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { Language } from '#kit/language.ts'
import { onNextOccasion } from './next-occasion.ts'

/** The texts of one feature in both languages, each in its own chunk: only the current language is downloaded. */
export type Text<T> = {
  load: (language: Language) => Promise<T>
  arrived: Partial<Record<Language, T>>
}

/** Texts used so far; a language switch loads all of them before it takes effect. */
const inUse = new Set<Text<unknown>>()

/** `bundles` load the modules, which export the text under the language's name. */
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
          // React's `use` reads these fields, and from now on returns synchronously.
          Object.assign(coming, { status: 'fulfilled', value: bundle })
          return bundle
        },
        (error: unknown) => {
          // Keeps the failed promise until then: otherwise a component that renders without the text would retry at once,
          // endlessly.
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

/** Before the first render, when there is nothing to switch. */
export function startLanguage(language: Language) {
  current = language
  const page = document.documentElement
  // Setting the same language again would recompute every style, because of `:lang()`.
  if (page.lang !== language) page.lang = language
}

/** Loads all texts in use; repeats, since more may come into use meanwhile. */
export async function loadTexts(language: Language) {
  for (;;) {
    const missing = [...inUse].filter(text => !text.arrived[language])
    if (missing.length === 0) return
    await Promise.all(missing.map(text => text.load(language)))
  }
}

/**
 * Changes all visible text in one step: the new texts are loaded first, then the language switches without remounting, so that
 * typed text stays. Rejects and changes nothing if a text cannot be loaded.
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

/** `const t = useText(casesText)`. Suspends while the text loads; `loadText` in the loader avoids that. */
export function useText<T>(text: Text<T>): T {
  // `load` returns another value once the text is loaded: a memoised one would go stale.
  'use no memo'
  return use(text.load(useLanguage()))
}

/** For loaders: loads the text in parallel with the data. */
export const loadText = (text: Text<unknown>) => text.load(current)
