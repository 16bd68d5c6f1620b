import { longestName } from '../input.ts'
import type { MergingText } from './merging-en.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count > 1 ? many : one}`

export const fr: MergingText = {
  title: 'Fusionner deux cabinets',
  description: 'L’un entre dans l’autre, avec tout ce qu’il a. C’est définitif.',
  search: 'Trouver l’autre cabinet',
  searchHint: 'Nom, lieu ou personne',
  other: 'L’autre cabinet',
  choose: 'Choisissez l’autre cabinet.',
  notFound: 'Les cabinets n’ont pas pu être chargés',
  none: 'Aucun autre cabinet ne contient ces mots.',
  stays: 'Lequel reste\u202f?',
  staying: (stays, goes) => `${stays} reste, ${goes} y entre`,
  loading: 'Calcul de ce qui passerait…',
  failed: 'Ce qui passerait n’a pas pu être compté',
  kept: (goes, stays) => `${goes} ne peut pas entrer dans ${stays}`,
  obstacles: {
    has_books:
      'Des factures ou des paiements portent son nom : la loi interdit de les réécrire au nom d’un autre, il reste donc.',
    in_billing_run: 'Une facturation groupée est en cours et le nomme : attendez qu’elle soit finie, puis recommencez.',
    changes_pending: 'Il a demandé une modification qui attend votre réponse : répondez-y d’abord.',
    practice_disabled: 'L’accès est fermé à tout le cabinet qui reste : rouvrez-le d’abord.',
    too_many_cases: 'Il a plus de 5 000 travaux, plus qu’il n’en passe en une fois : il reste.',
  },
  turned: (stays, goes) => `L’inverse est possible : ${stays} reste, ${goes} y entre`,
  turnedWhy: name => `${name} garde son nom, son adresse, son tarif, ses jours et tout ce qui a été facturé.`,
  turn: (goes, stays) => `Faire entrer ${goes} dans ${stays}`,
  neither: (goes, stays) => `Dans l’autre sens, ${goes} ne peut pas entrer dans ${stays} non plus`,
  bothBooks: 'Les deux ont été facturés : aucun ne peut disparaître',
  instead:
    'Encaissez le solde sous chaque nom, fermez l’accès de celui qui ne sert plus et invitez ses personnes dans l’autre.',
  page: name => `Ouvrir la page de ${name}`,
  books: (pieces, balance) => `${plural(pieces, 'pièce', 'pièces')}, solde ${balance}.`,
  moves: (goes, stays) => `Ce qui passe de ${goes} à ${stays}`,
  cases: (count, open) =>
    count === 0 ? 'Aucun travail' : `${plural(count, 'travail', 'travaux')}, dont ${open} en cours`,
  people: count =>
    `${plural(count, 'personne', 'personnes')}\u00a0: même mot de passe, même rôle, personne n’est déconnecté`,
  drafts: count => plural(count, 'commande pas encore envoyée', 'commandes pas encore envoyées'),
  templates: count => plural(count, 'modèle', 'modèles'),
  views: count => plural(count, 'liste enregistrée', 'listes enregistrées'),
  unread: count => plural(count, 'marque de non-lu', 'marques de non-lu'),
  absences: (count, shared) =>
    `${plural(count, 'absence à venir', 'absences à venir')}${shared > 0 ? `, dont ${shared} à des jours que les deux ont déclarés\u00a0: gardés une fois` : ''}`,
  pickups: (count, shared) =>
    `${plural(count, 'collecte à venir', 'collectes à venir')}${shared > 0 ? `, dont ${shared} à une demi-journée que les deux ont\u00a0: réunies en une` : ''}`,
  supplies: count => plural(count, 'demande de fournitures', 'demandes de fournitures'),
  look: 'À regarder d’abord',
  codes: (count, some) =>
    `${plural(count, 'code patient est utilisé', 'codes patient sont utilisés')} des deux côtés (${some})\u00a0: leurs travaux seront sous un même patient.`,
  days: count =>
    `${plural(count, 'travail est promis', 'travaux sont promis')} à un jour où le cabinet ne reçoit rien\u00a0: les dates restent comme elles ont été dites.`,
  pickupsAway: count =>
    `${plural(count, 'collecte tombe', 'collectes tombent')} dans une absence que l’autre cabinet a déclarée\u00a0: ${count > 1 ? 'elles restent prévues' : 'elle reste prévue'}, annulez ce qui ne vaut plus.`,
  instruction: words => `Ses consignes de livraison ne sont pas reprises\u00a0: «\u00a0${words}\u00a0»`,
  keptOut: count =>
    count === 1
      ? 'Une personne dont l’accès est fermé le garde fermé, jusqu’à ce que vous le rouvriez.'
      : `${count} personnes dont l’accès est fermé le gardent fermé, jusqu’à ce que vous le rouvriez.`,
  own: 'Tarif, adresse, jours, tournées et consignes sont celles du cabinet qui reste. Ce qui est signé garde le nom de son jour.',
  name: name => `Pour confirmer, tapez «\u00a0${name}\u00a0»`,
  nameBefore: 'Pour confirmer, tapez le nom du cabinet qui disparaît',
  nameRequired: 'Tapez le nom du cabinet qui disparaît.',
  nameDiffers: 'Ce n’est pas le nom du cabinet qui disparaît.',
  nameTooLong: `${longestName} caractères au plus.`,
  submit: 'Fusionner définitivement',
  notDone: 'Rien n’a été fusionné',
  done: (goes, stays) => `${goes} fait maintenant partie de ${stays}`,
}
