import type { CorrectText } from './correct-en.ts'

export const fr: CorrectText = {
  title: code => `Corriger la saisie de ${code}`,
  description:
    'Ce qui a été mal lu sur le bon. La date de livraison reste ; le cabinet voit ce qui a changé, et une fiche signée sera à signer de nouveau. Un autre cabinet, un autre travail : refusez celui-ci, qui perd alors son patient, et saisissez-le de nouveau.',
  delivery: day => `Livraison ${day}`,
  save: 'Enregistrer la correction',
  failed: 'La correction n’est pas enregistrée',
  done: code => `${code} est corrigé`,
  nothing: code => `${code} est resté tel quel : rien n’a été corrigé`,
  comment: 'Commentaire du cabinet',
  practiceReference: 'Référence du cabinet',
  noCatalogue: 'Les prescripteurs et les travaux n’ont pas pu être chargés',
  refusals: {
    ordered_by_practice: 'Le cabinet a commandé ce travail lui-même : c’est à lui de dire ce qui doit changer.',
    order_over: 'Le travail est parti ou a été annulé entre-temps.',
    request_open: 'Le cabinet a demandé une modification de ce travail : répondez-y d’abord.',
    offered: 'Ce travail est offert : davantage, c’est à qui fixe les prix de le dire.',
  },
}
