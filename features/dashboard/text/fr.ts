import type { DashboardText } from './en.ts'

const number = (value: number) => value.toLocaleString('fr-FR')

export const fr: DashboardText = {
  title: 'Tableau de bord',
  welcome: firstName => (firstName ? `Bonjour ${firstName}` : 'Bonjour'),
  updated: (day, time) => `${day} · mis à jour à ${time}`,
  number,
  cards: {
    label: 'En un coup d’œil',
    deliveriesToday: { label: 'Livraisons aujourd’hui', detail: 'encore attendues' },
    impressionsReceived: { label: 'Empreintes reçues', detail: 'en préparation au laboratoire' },
    delayedDeliveries: { label: 'Livraisons retardées', detail: 'nouvelle date, ou sous 24 h' },
  },
  calendar: 'Dans mon agenda',
  views: 'Durée du planning',
  tabs: { '3_days': '3 jours', week: 'Semaine' },
  planning: 'Planning',
  moves: 'Autres jours',
  previous: 'Précédents',
  today: 'Aujourd’hui',
  next: 'Suivants',
  print: 'Imprimer',
  printDay: day => `Imprimer la feuille du ${day}`,
  deliveries: 'Livraisons',
  appointments: 'Rendez-vous',
  rides: 'Collectes',
  shifts: { AM: 'Matin', PM: 'Après-midi' },
  rideStatus: { requested: 'demandée', confirmed: 'confirmée', picked_up: 'effectuée', cancelled: 'annulée' },
  closed: 'Laboratoire fermé',
  absent: days => `Absence ${days}`,
  deliveryPossible: 'livraison possible',
  noDelivery: 'pas de livraison',
  nothing: 'Rien ce jour-là',
  nothingAtAll: { title: 'Rien ces jours-là', description: 'Aucune livraison, aucun rendez-vous, aucune collecte.' },
  failed: 'Votre tableau de bord n’a pas pu être chargé',
  outdated: 'Ce tableau de bord n’est peut-être pas à jour.',
}
