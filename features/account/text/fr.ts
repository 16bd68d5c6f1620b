import type { AccountText } from './en.ts'

export const fr: AccountText = {
  menu: {
    request: 'Nouveau',
    supplies: 'Demander des fournitures',
    placeOrder: 'Passer commande',
    palette: 'Accès rapide',
    shortcuts: 'Raccourcis clavier',
  },
  feedback: {
    open: 'Donner mon avis',
    title: 'Votre avis',
    close: 'Fermer le panneau d’avis',
    refusals: {
      feedback_too_often: 'Réessayez demain, ou appelez le laboratoire.',
    },
  },
}
