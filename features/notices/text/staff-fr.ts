import type { StaffMailsText } from './staff-en.ts'

export const fr: StaffMailsText = {
  title: 'E‑mails',
  description:
    'Ce que le portail a écrit ces trente derniers jours, le plus récent d’abord. Un texte est gardé jusqu’à son envoi\u202f; les liens qui ouvrent un compte en sont retirés.',
  columns: { subject: 'Objet', recipient: 'À', state: 'État', at: 'Écrit le' },
  states: { waiting: 'En attente', kept: 'Gardé', sent: 'Envoyé', failed: 'Échec' },
  keptHint: 'Aucun serveur de messagerie n’est réglé.',
  tries: count => (count > 1 ? `${count} essais` : '1 essai'),
  read: subject => `Lire «\u00a0${subject}\u00a0»`,
  empty: 'Aucun e‑mail pour le moment',
  emptyDescription: 'Ce que le portail écrit aux cabinets apparaît ici.',
  failed: 'Les e‑mails n’ont pas pu être chargés',
}
