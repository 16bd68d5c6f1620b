import type { StaffSuppliesText } from './staff-en.ts'

export const fr: StaffSuppliesText = {
  title: 'Fournitures',
  description: 'Ce que les cabinets ont demandé, à préparer et à envoyer.',
  tabs: { label: 'Demandes', open: 'À préparer et à envoyer', done: 'Terminées' },
  print: 'Imprimer la liste',
  failed: 'Les demandes n’ont pas pu être chargées',
  outdated: 'Ces demandes ne sont peut-être pas à jour',
  nothing: {
    open: { title: 'Rien à préparer', description: 'Ce que les cabinets demandent apparaît ici aussitôt.' },
    done: { title: 'Rien d’envoyé', description: 'Les demandes envoyées ou annulées se trouvent ici.' },
  },
  columns: { practice: 'Cabinet', supplies: 'Fournitures', status: 'Statut', actions: 'Changer' },
  requested: (by, moment) => `${by}, ${moment}`,
  line: (quantity, label) => `${quantity} × ${label}`,
  movedBy: (name, moment) => `${name}, ${moment}`,
  statuses: { requested: 'Demandée', prepared: 'Préparée', sent: 'Envoyée', cancelled: 'Annulée' },
  acts: { requested: 'Remettre à demandée', prepared: 'Préparée', sent: 'Envoyée', cancelled: 'Annuler' },
  actOn: (act, practice) => `${act}\u00a0: ${practice}`,
  more: practice => `Autres actions pour la demande de ${practice}`,
  moved: (practice, status) => `${practice}\u00a0: ${status}`,
  undo: 'Annuler ce changement',
  notMoved: 'La demande n’est pas changée',
  refusals: {
    status_not_allowed: 'Quelqu’un a changé cette demande entre-temps\u202f; la liste montre où elle en est.',
  },
}
