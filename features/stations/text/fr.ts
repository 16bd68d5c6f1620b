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
  hasLeft: code => `${code} n’entre à aucun poste`,
  hasLeftWhy: 'Il a quitté le laboratoire, ou a été annulé.',
  tooMany: 'Il y a déjà 200 postes. Choisissez l’un d’eux.',
  takeBack: {
    act: 'Annuler la lecture',
    done: code => `${code}\u00a0: la lecture est annulée`,
    failed: 'La lecture n’a pas été annulée',
    over: 'Il n’est plus à ce poste, ou s’y trouve depuis plus de dix minutes.',
  },
  places: {
    title: 'Postes',
    hint: 'Chacun existe dès sa première lecture. Celui qui prend le nom d’un autre se confond avec lui.',
    failed: 'Les postes n’ont pas pu être chargés',
    name: 'Nom',
    here: 'S’y trouve',
    since: at => `depuis ${at}`,
    actions: 'Actions',
    actionsFor: name => `Actions pour ${name}`,
    rename: 'Renommer…',
    remove: 'Supprimer…',
    renameTitle: name => `Renommer ${name}`,
    renameHint: 'Rien à changer aux appareils qui s’y trouvent\u00a0: leurs lectures comptent sous le nouveau nom.',
    joins: name =>
      `Il y a déjà un poste ${name}\u00a0: les deux n’en font plus qu’un, avec tous leurs temps. On ne peut plus les séparer.`,
    required: 'Donnez-lui un nom.',
    tooLong: 'Raccourcissez à 40 caractères.',
    save: 'Renommer',
    renamed: name => `Le poste s’appelle ${name}`,
    notRenamed: 'Le poste n’a pas été renommé',
    removeTitle: name => `Supprimer ${name} ?`,
    removeHint:
      'Les temps mesurés à ce poste quittent les chiffres, définitivement. Un appareil qui s’y trouve le recrée à sa prochaine lecture.',
    removeDo: name => `Supprimer ${name}`,
    keep: 'Le garder',
    removed: 'Le poste est supprimé',
    notRemoved: 'Le poste n’a pas été supprimé',
  },
}
