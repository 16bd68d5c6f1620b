import type { AccountText } from './en.ts'

export const fr: AccountText = {
  account: 'Votre compte',
  menu: {
    dashboard: 'Tableau de bord',
    cases: 'Travaux',
    absences: 'Absences',
    rides: 'Collectes',
    request: 'Nouvelle demande',
    newCase: 'Nouvelle demande de travail',
    supplies: 'Demander des fournitures',
    placeOrder: 'Passer commande',
    account: 'Mon compte',
    laboratory: 'Laboratoire',
    feedback: 'Avis',
    palette: 'Accès rapide',
    shortcuts: 'Raccourcis clavier',
  },
}
