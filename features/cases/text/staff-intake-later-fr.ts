import type { StaffIntakeLaterText } from './staff-intake-later-en.ts'

/** French uses the plural from two. */
const counted = (elements: number) => `${elements.toLocaleString('fr-FR')} ${elements < 2 ? 'élément' : 'éléments'}`

export const fr: StaffIntakeLaterText = {
  proposed: day => `Proposé : ${day}`,
  shown: day => `Le cabinet a vu le ${day}`,
  reckoned: day => `Calculé pour le ${day} à la saisie`,
  lost: {
    past: 'Ce jour est passé.',
    today: 'C’est aujourd’hui, et le travail n’est pas commencé.',
    closed: 'Le laboratoire est fermé ce jour-là.',
    no_round: 'Aucune livraison n’est possible ce jour-là.',
    impression: 'L’empreinte n’est collectée que ce jour-là ou après.',
  },
  countedNow: day => `Commandé aujourd’hui, ce serait le ${day}`,
  noProposal: 'Aucune date calculable : un produit n’est plus au catalogue, ou aucun jour n’a de place.',
  load: count => `promis ce jour : ${count}`,
  capacity: (family, elements, most) =>
    `${family ?? 'En tout'}, avec ce travail\u00a0: ${counted(elements)} sur ${most}`,
  overCapacity: (family, elements, most) =>
    `${family ?? 'En tout'}, avec ce travail\u00a0: ${counted(elements)} sur ${most}. C’est plus que la capacité du jour.`,
  tooLate: 'C’est après le rendez-vous.',
  sameDay: 'C’est le jour du rendez-vous.',
  against: {
    away: (from, to) => (to ? `Cabinet absent du ${from} au ${to}` : `Cabinet absent le ${from}`),
    practice_closed: weekday => `Cabinet fermé le ${weekday}`,
    no_round: weekday => `Pas de tournée chez ce cabinet le ${weekday}`,
    laboratory_closed: weekday => `Laboratoire fermé le ${weekday}`,
    holiday: (_, name) => `Laboratoire fermé ce jour-là\u00a0: ${name}`,
    instead: day => `Prendre le ${day}`,
  },
  afterVisit: (day, visit) => `Le ${day}, c’est après le rendez-vous du ${visit}`,
  laterThanShown: (day, shown) =>
    `Le ${day}, c’est plus tard que le ${shown} vu par le cabinet. Il sera informé de la nouvelle date.`,
  acceptFor: day => `Accepter pour le ${day}`,
  acceptAfter: 'Accepter après le rendez-vous',
  keep: day => `Garder le ${day}`,
  otherDay: 'Autre jour',
  missing: {
    description: 'Ce à quoi les cabinets nous doivent une réponse, le plus ancien d’abord.',
    columns: { code: 'Numéro', what: 'Ce qui manque', owner: 'Demandé par', age: 'Depuis' },
    none: { title: 'Rien ne manque', description: 'Une question à un cabinet reste ici jusqu’à sa réponse.' },
    nobody: 'inconnu',
    more: count => `${count} de plus dans la liste`,
    came: 'la réponse est là',
  },
}
