import type { DeliveriesText } from './en.ts'

const count = (number: number, one: string, many: string) => `${number} ${number < 2 ? one : many}`

export const fr: DeliveriesText = {
  title: 'Tournée',
  description: (day, done, all) =>
    all === 0 ? day : `${day} · ${done} sur ${count(all, 'arrêt fait', 'arrêts faits')}`,
  failed: 'La feuille de tournée n’a pas pu être chargée',
  outdated: 'Voici la feuille telle qu’elle a été chargée en dernier.',
  keptFrom: moment => `Pas de réseau : voici la feuille de ${moment}, gardée sur ce téléphone.`,
  nothing: {
    title: 'Rien à porter ni à prendre',
    description: 'Les travaux promis pour ce jour et les collectes apparaissent ici aussitôt.',
  },
  rounds: { none: 'Sans tournée', one: name => `Tournée ${name}` },
  states: { open: 'À faire', done: 'Fait', nobody_there: 'Personne sur place' },
  bring: 'À remettre',
  brought: 'Remis',
  fetch: 'À prendre',
  count: (what, number) => `${what}\u00a0: ${number}`,
  shifts: { AM: 'Matin', PM: 'Après-midi' },
  takes: {
    impression: code => `empreinte ${code}`,
    parts: code => `pièces ${code}`,
    adjustment: code => `à retoucher ${code}`,
  },
  promisedFor: day => `promis pour le ${day}`,
  notShipped: 'pas encore expédié',
  notSigned: 'fiche non signée',
  fetched: 'pris',
  handed: 'remis',
  instruction: 'Consignes',
  way: address => `Itinéraire vers ${address}`,
  address: {
    copy: 'Copier l’adresse',
    copied: address => `Copié\u00a0: ${address}`,
    copyByHand: 'Le navigateur ne permet pas de copier\u00a0: sélectionnez l’adresse.',
  },
  call: name => `Appeler ${name}`,
  handOver: 'Remettre',
  collect: 'Prendre',
  nobody: 'Absent',
  takeBack: 'Remise notée par erreur…',
  nobodyQuestion: {
    title: name => `Personne chez ${name} ?`,
    description: 'Le cabinet le lit sur la page de chaque travail. Ce qui devait être remis reste à remettre.',
    confirm: 'Noter que personne n’était là',
    cancel: 'Retour',
  },
  handedBy: (name, time, by) => `Remis${name ? ` à ${name}` : ''} à ${time}${by ? ` par ${by}` : ''}`,
  nobodyBy: (time, by) => `Personne sur place à ${time}${by ? ` (${by})` : ''}`,
  signature: name => `Signature, ${name}`,
  toSend: 'À envoyer',
  order: {
    up: name => `Monter ${name}`,
    down: name => `Descendre ${name}`,
    drag: name => `Faire glisser ${name}`,
    moved: (name, place, of) => `${name} : arrêt ${place} sur ${of}`,
    failed: 'L’ordre n’est pas enregistré',
  },
  round: {
    act: 'Mettre dans une tournée…',
    menu: name => `Autres actions pour ${name}`,
  },
  absent: days => `Cabinet absent ${days}\u00a0: sa collecte est maintenue`,
  closed: weekday => `Fermé le ${weekday}`,
  away: { AM: 'Personne le matin', PM: 'Personne l’après-midi' },
  form: {
    handOver: { title: name => `Remettre chez ${name}`, who: 'Reçu par', submit: 'Confirmer la remise' },
    collect: { title: name => `Prendre chez ${name}`, who: 'Remis par', submit: 'Confirmer la collecte' },
    what: 'Ce qui est remis et pris',
    nothing: 'Cochez au moins ce que vous remettez ou prenez.',
    lastTime: name => `${name}, la dernière fois`,
    optional: '(facultatif)',
    signature: 'Signature',
    clear: 'Effacer la signature',
    tooLong: most => `Raccourcissez à ${most} caractères.`,
    cancel: 'Annuler',
    close: 'Fermer',
  },
  unsent: {
    count: (handOvers, photos) =>
      `${[handOvers && count(handOvers, 'remise', 'remises'), photos && count(photos, 'photo', 'photos')]
        .filter(Boolean)
        .join(' et ')} à envoyer`,
    label: 'À envoyer',
    none: 'Tout est envoyé',
    onlyOnPage: 'Seulement sur cette page : ne la fermez pas.',
    send: 'Envoyer',
  },
  notThatDay: 'Un arrêt se note pour les deux semaines passées et les trois jours à venir. Ouvrez la tournée du jour.',
}
