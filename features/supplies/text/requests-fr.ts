import type { RequestsText } from './requests-en.ts'

export const fr: RequestsText = {
  title: 'Fournitures demandées',
  description: 'Ce que votre cabinet a demandé, et ce que c’est devenu.',
  breadcrumb: 'Où vous êtes',
  rides: 'Collectes',
  request: 'Demander des fournitures',
  columns: { when: 'Demandées', what: 'Fournitures', status: 'Statut', actions: 'Actions' },
  again: 'Redemander',
  againOf: day => `Redemander ce qui a été demandé le ${day}`,
  cancel: {
    act: 'Annuler',
    actOn: day => `Annuler la demande du ${day}`,
    title: day => `Annuler la demande du ${day} ?`,
    description: what => `Rien n’en viendra : ${what}.`,
    keep: 'Garder la demande',
    done: 'Demande annulée',
    failed: 'La demande n’est pas annulée',
  },
  refusals: { supplies_prepared: 'Le laboratoire l’a déjà préparée. Appelez-le si elle ne doit pas venir.' },
  found: count => `${count} ${count < 2 ? 'demande' : 'demandes'}`,
  outdated: 'Cette liste n’est peut-être pas à jour.',
}
