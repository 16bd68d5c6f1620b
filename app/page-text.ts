import type { Language } from '#kit/language.ts'

/** What the server itself writes into a page, for when the application cannot draw it. */
export const fullScreenText: Record<
  Language,
  { brandUnknown: Sentences; generic: Sentences; scriptNeeded: string; retry: string }
> = {
  fr: {
    brandUnknown: {
      title: 'Portail client non configuré',
      description: 'Aucun laboratoire n’est configuré à cette adresse.',
    },
    generic: { title: 'Une erreur est survenue', description: 'Veuillez réessayer plus tard.' },
    scriptNeeded: 'Ce portail a besoin de JavaScript : activez-le dans votre navigateur, puis rechargez la page.',
    retry: 'Réessayer',
  },
  en: {
    brandUnknown: {
      title: 'Client portal not configured',
      description: 'No laboratory is configured at this address.',
    },
    generic: { title: 'An error occurred', description: 'Please try again later' },
    scriptNeeded: 'This portal needs JavaScript: allow it in your browser, then reload the page.',
    retry: 'Retry',
  },
}
type Sentences = { title: string; description: string }
