import type { DashboardText } from './en.ts'

const number = (value: number) => value.toLocaleString('fr-FR')

/** In French, one begins at two. */
const counted = (count: number, one: string, many: string) => `${number(count)} ${count < 2 ? one : many}`

export const fr: DashboardText = {
  title: 'Tableau de bord',
  welcome: firstName => (firstName ? `Bonjour ${firstName}` : 'Bonjour'),
  updated: (day, time) => `${day} · mis à jour à ${time}`,
  number,
  toDo: {
    title: 'À vous de répondre',
    waiting: count => counted(count, 'chose vous attend', 'choses vous attendent'),
    ofWhich: (waiting, kinds) => `${waiting} : ${kinds}`,
    nothing: 'Rien ne vous attend.',
    saidTwice: 'Un travail qui attend pour deux raisons compte une seule fois.',
    otherDrafts: count => `et ${counted(count, 'autre brouillon', 'autres brouillons')}`,
    emptyDraft: 'Brouillon sans patient ni travail',
    kinds: {
      questions: count => counted(count, 'question du laboratoire', 'questions du laboratoire'),
      problems: count => counted(count, 'réponse à un problème, à vérifier', 'réponses à des problèmes, à vérifier'),
      messages: count => counted(count, 'travail avec un message non lu', 'travaux avec un message non lu'),
      drafts: count => counted(count, 'commande commencée, non envoyée', 'commandes commencées, non envoyées'),
      scans: count => counted(count, 'scan à joindre', 'scans à joindre'),
      impressions: count => counted(count, 'empreinte à remettre', 'empreintes à remettre'),
    },
  },
  cards: {
    label: 'En un coup d’œil',
    deliveriesToday: { label: 'Livraisons aujourd’hui', detail: 'encore attendues' },
    impressionsReceived: { label: 'Empreintes reçues', detail: 'en préparation' },
    delayedDeliveries: { label: 'Livraisons retardées', detail: 'nouvelle date, ou sous 24 h' },
    outstandingInvoices: { label: 'Factures à régler', detail: amount => `${amount} à payer` },
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
  deliveriesIn: { AM: 'Livraisons, le matin', PM: 'Livraisons, l’après-midi' },
  appointments: 'Rendez-vous',
  rides: 'Collectes',
  shifts: { AM: 'Matin', PM: 'Après-midi' },
  taken: {
    kinds: { impression: 'Empreinte', parts: 'Pièces', adjustment: 'À retoucher' },
    others: count => (count < 2 ? `${count} autre` : `${count} autres`),
  },
  rideStatus: {
    requested: 'demandée',
    confirmed: 'confirmée',
    picked_up: 'effectuée',
    nobody_there: 'personne sur place',
    cancelled: 'annulée',
  },
  closed: 'Laboratoire fermé',
  withoutRounds: 'Ni livraison ni collecte',
  practiceClosed: 'Cabinet fermé',
  absent: days => `Absence ${days}`,
  halfAbsent: { AM: 'Absence le matin', PM: 'Absence l’après-midi' },
  deliveryPossible: 'livraison possible',
  noDelivery: 'pas de livraison',
  nothing: 'Rien ce jour-là',
  nothingAtAll: { title: 'Rien ces jours-là', description: 'Aucune livraison, aucun rendez-vous, aucune collecte.' },
  failed: 'Votre tableau de bord n’a pas pu être chargé',
  outdated: 'Ce tableau de bord n’est peut-être pas à jour.',
}
