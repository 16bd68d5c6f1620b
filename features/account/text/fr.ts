import type { AccountText } from './en.ts'

export const fr: AccountText = {
  menu: {
    request: 'Nouveau',
    supplies: 'Demander des fournitures',
    placeOrder: 'Passer commande',
    palette: 'Accès rapide',
    shortcuts: 'Raccourcis clavier',
  },
}
