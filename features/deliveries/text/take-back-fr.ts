import type { TakeBackText } from './take-back-en.ts'

export const fr: TakeBackText = {
  title: 'Annuler la remise',
  description: 'Pour une remise notée aujourd’hui par erreur. Le cabinet lit votre raison sur la page du travail.',
  which: 'Quels travaux n’ont pas été remis ?',
  chooseOne: 'Cochez au moins un travail.',
  reason: 'Que s’est-il passé ?',
  reasonMissing: 'Écrivez ce qui s’est passé, dans des mots que le cabinet comprend.',
  tooLong: 'Raccourcissez à 500 caractères.',
  submit: 'Annuler la remise',
  done: codes => `Remise annulée : ${codes}`,
  failed: 'La remise n’est pas annulée',
  refusals: {
    not_delivered: 'Ce travail n’est plus livré : un collègue a déjà annulé sa remise.',
    received_by_practice: 'Le cabinet a dit lui-même avoir reçu ce travail. Demandez-lui de vous écrire.',
    billed_already: 'Ce travail est sur une facture ou une pro forma. Sa remise ne s’annule plus.',
    day_is_over: 'Une remise s’annule le jour même seulement. Écrivez au cabinet.',
  },
}
