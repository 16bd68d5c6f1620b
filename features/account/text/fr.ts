import type { AccountText } from './en.ts'

export const fr: AccountText = {
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
    palette: 'Accès rapide',
    shortcuts: 'Raccourcis clavier',
  },
}
