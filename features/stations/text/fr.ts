import type { StationsText } from './en.ts'

const minutesOf = (minutes: number) => `${minutes.toLocaleString('fr-FR')} min`

export const fr: StationsText = {
  title: 'Où se trouve cet appareil',
  description:
    'Avec un poste, chaque lecture y fait entrer son travail, et l’en fait sortir quand elle s’y répète\u00a0: les chiffres savent ainsi combien de temps prend chaque travail. Personne n’est nommé.',
  name: 'Poste (facultatif)',
  hint: 'Par exemple Fraisage, Céramique ou Finition. Vide\u00a0: une lecture ouvre seulement le travail.',
  isHere: (code, station) => `${code} est maintenant au poste\u00a0: ${station}`,
  isDone: (code, station, minutes) =>
    minutes === null
      ? `${code} a quitté le poste\u00a0: ${station}`
      : `${code} a quitté le poste\u00a0: ${station}, après ${minutesOf(minutes)}`,
  before: code => `${code} n’y est plus.`,
}
