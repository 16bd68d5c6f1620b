import type { AccountText } from './en.ts'

export const fr: AccountText = {
  menu: {
    request: 'Nouvelle demande',
    supplies: 'Demander des fournitures',
    placeOrder: 'Passer commande',
    palette: 'Accès rapide',
    shortcuts: 'Raccourcis clavier',
  },
}
