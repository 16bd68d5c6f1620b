import type { FeedbackText } from './en.ts'

export const fr: FeedbackText = {
  widget: {
    label: 'Qu’est-ce qui va bien, que manque-t-il ?',
    hint: 'Le laboratoire le lit. Pour un travail précis, écrivez-lui depuis ce travail.',
    send: 'Envoyer mon avis',
    sent: 'Merci ! Le laboratoire a reçu votre avis.',
    empty: 'Écrivez d’abord votre avis.',
    failed: 'Votre avis n’est pas parti.',
  },
  staff: {
    title: 'Avis des cabinets',
    description: 'Ce que les cabinets disent avec le bouton d’avis, le plus récent d’abord.',
    empty: 'Aucun avis pour le moment',
    emptyDescription: 'Ce que les cabinets envoient avec le bouton d’avis du portail apparaît ici.',
    failed: 'Les avis n’ont pas pu être chargés',
    columns: { at: 'Reçu le', author: 'De', body: 'Avis' },
  },
}
