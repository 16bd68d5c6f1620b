import type { RouteErrorText } from './route-error-en.ts'

export const fr: RouteErrorText = {
  forbidden: { title: 'Vous n’avez pas accès à cette page' },
  broken: {
    title: 'Quelque chose s’est mal passé !',
    description: 'Cet écran n’a pas pu être affiché. Rechargez-le, ou appelez votre laboratoire si cela se répète.',
    show: 'Afficher l’erreur',
    hide: 'Masquer l’erreur',
  },
  newVersion: {
    title: 'Le portail a été mis à jour',
    description: 'Rechargez la page pour continuer.',
    reload: 'Recharger',
  },
}
