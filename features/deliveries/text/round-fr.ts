import type { RoundText } from './round-en.ts'

export const fr: RoundText = {
  title: name => `La tournée de ${name}`,
  label: 'Nom de la tournée',
  hint: 'Vide : sans tournée. Une tournée existe tant qu’un cabinet en fait partie.',
  known: names => `Il y a : ${names}`,
  submit: 'Enregistrer',
  failed: 'La tournée n’est pas enregistrée',
  tooLong: most => `Raccourcissez à ${most} caractères.`,
  leftOut: { title: 'Laissés de côté', absent: days => `absent ${days}`, pickupsOnly: 'collecte seulement' },
}
