import type { StaffRidesText } from './staff-en.ts'

export const fr: StaffRidesText = {
  title: 'Collectes',
  description: (day, open) =>
    `${day} · ${open === 0 ? 'plus rien à prendre' : open === 1 ? '1 à prendre' : `${open} à prendre`}`,
  days: { label: 'Jour', today: 'Aujourd’hui', tomorrow: 'Demain', other: 'Un autre jour' },
  toPlan: 'Encore à planifier :',
  toPlanOn: (day, count) => `${day} (${count})`,
  failed: 'Les collectes n’ont pas pu être chargées',
  outdated: 'Ces collectes ne sont peut-être pas à jour',
  nothing: { title: 'Aucune collecte ce jour-là', description: 'Ce que les cabinets demandent apparaît ici aussitôt.' },
  shifts: { AM: 'Matin', PM: 'Après-midi' },
  round: name => `Tournée ${name}`,
  noRound: 'Sans tournée',
  columns: { practice: 'Cabinet', information: 'Informations', status: 'Statut', actions: 'Changer' },
  statuses: {
    requested: 'Demandée',
    confirmed: 'Planifiée',
    picked_up: 'Effectuée',
    nobody_there: 'Personne sur place',
    cancelled: 'Annulée',
  },
  acts: {
    requested: 'Remettre à demandée',
    confirmed: 'Planifier',
    picked_up: 'Effectuée',
    nobody_there: 'Personne sur place',
    cancelled: 'Annuler',
  },
  taken: {
    kinds: { impression: 'Empreinte', parts: 'Pièces', adjustment: 'À retoucher' },
    others: count => (count < 2 ? `${count} autre` : `${count} autres`),
  },
  actOn: (act, practice) => `${act}\u00a0: ${practice}`,
  more: practice => `Autres actions pour la collecte chez ${practice}`,
  movedBy: (name, time) => `${name}, ${time}`,
  moved: (practice, status) => `${practice}\u00a0: ${status}`,
  undo: 'Annuler ce changement',
  notMoved: 'La collecte n’est pas changée',
  refusals: {
    status_not_allowed: 'Quelqu’un a changé cette collecte entre-temps\u202f; le tableau montre où elle en est.',
    ride_exists: 'Le cabinet a demandé une autre collecte à sa place.',
  },
}
