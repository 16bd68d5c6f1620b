import { en as brandEn } from '#features/brand/text/failure-en.ts'
import { fr as brandFr } from '#features/brand/text/failure-fr.ts'
import type { Language } from '#kit/language.ts'

type Sentences = { title: string; description: string }

/** Texts that the server itself writes into a page, for when the application cannot draw it. */
export const pageText: Record<
  Language,
  { brandUnknown: Sentences; wronglyConfigured: Sentences; generic: Sentences; scriptNeeded: string }
> = {
  fr: {
    brandUnknown: brandFr.notConfigured,
    wronglyConfigured: brandFr.wronglyConfigured,
    generic: { title: 'Une erreur est survenue', description: 'Veuillez réessayer plus tard' },
    scriptNeeded: 'Ce portail a besoin de JavaScript : activez-le dans votre navigateur, puis rechargez la page.',
  },
  en: {
    brandUnknown: brandEn.notConfigured,
    wronglyConfigured: brandEn.wronglyConfigured,
    generic: { title: 'An error occurred', description: 'Please try again later' },
    scriptNeeded: 'This portal needs JavaScript: allow it in your browser, then reload the page.',
  },
}
