import type { TakeBackText } from './take-back-en.ts'

export const fr: TakeBackText = {
  title: 'Remise notée par erreur',
  description: 'Le jour même seulement. Le cabinet lit votre raison sur la page du travail.',
  which: 'Quels travaux n’ont pas été remis ?',
  chooseOne: 'Cochez au moins un travail.',
  reason: 'Que s’est-il passé ?',
  reasonMissing: 'Écrivez ce qui s’est passé, dans des mots que le cabinet comprend.',
  tooLong: 'Raccourcissez à 500 caractères.',
  keep: 'Garder la remise',
  submit: 'Noter comme non remis',
  done: codes => `Noté comme non remis : ${codes}`,
  failed: 'Ce n’est pas noté',
  refusals: {
    not_delivered: 'Ce travail n’est plus livré : un collègue l’a déjà noté.',
    received_by_practice: 'Le cabinet a dit lui-même avoir reçu ce travail. Demandez-lui de vous écrire.',
    billed_already: 'Ce travail est sur une facture ou une pro forma. Sa remise ne s’annule plus.',
    day_is_over: 'Une remise s’annule le jour même seulement. Écrivez au cabinet.',
  },
}
