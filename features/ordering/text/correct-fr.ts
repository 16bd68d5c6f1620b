import type { CorrectText } from './correct-en.ts'

export const fr: CorrectText = {
  title: code => `Corriger la saisie de ${code}`,
  description: 'Ce qui a été mal lu sur le bon. La date de livraison reste ; le cabinet voit ce qui a changé.',
  save: 'Enregistrer la correction',
  failed: 'La correction n’est pas enregistrée',
  done: code => `${code} est corrigé`,
  nothing: code => `${code} est resté tel quel : rien n’a été corrigé`,
  noCatalogue: 'Les prescripteurs et les travaux n’ont pas pu être chargés',
  refusals: {
    ordered_by_practice: 'Le cabinet a commandé ce travail lui-même : c’est à lui de dire ce qui doit changer.',
    order_over: 'Le travail est parti ou a été annulé entre-temps.',
    sheet_signed: 'Sa fiche est signée : ce qu’elle dit ne change plus.',
  },
}
