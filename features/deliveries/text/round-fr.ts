import type { RoundText } from './round-en.ts'

export const fr: RoundText = {
  title: name => `La tournée de ${name}`,
  label: 'Nom de la tournée',
  hint: 'Vide : sans tournée. Une tournée existe tant qu’un cabinet en fait partie.',
  known: names => `Il y a : ${names}`,
  submit: 'Enregistrer',
  failed: 'La tournée n’est pas enregistrée',
  tooLong: most => `Raccourcissez à ${most} caractères.`,
  refused: {
    handOver: practice => `Non prise en compte\u00a0: ${practice}`,
    photo: practice => `Photo non prise en compte\u00a0: ${practice}`,
    drop: 'Retirer',
    refusals: {
      stop_done: 'Un collègue a déjà noté cet arrêt, ou il n’y avait plus rien à y faire.',
    },
  },
  leftOut: { title: 'Laissés de côté', absent: days => `absent ${days}`, pickupsOnly: 'collecte seulement' },
}
