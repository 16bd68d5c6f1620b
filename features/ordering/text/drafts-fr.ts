import type { DraftsText } from './drafts-en.ts'

const counted = (count: number, one: string, many: string) => `${count} ${count < 2 ? one : many}`

export const fr: DraftsText = {
  title: 'Brouillons',
  description: 'Les demandes que vous avez commencées et pas envoyées. Vous seul les voyez.',
  breadcrumb: 'Où vous êtes',
  cases: 'Travaux',
  order: 'Passer commande',
  columns: { patient: 'Patient', work: 'Travail', saved: 'Enregistré', actions: 'Actions' },
  noPatient: 'Pas encore de patient',
  noWork: 'Pas encore de travail',
  saved: (day, time) => `${day} à ${time}`,
  remove: name => `Supprimer le brouillon « ${name} »`,
  removal: {
    title: name => `Supprimer le brouillon « ${name} » ?`,
    description: 'Votre saisie et ses fichiers seront supprimés.',
    act: 'Supprimer le brouillon',
    keep: 'Garder le brouillon',
    done: 'Brouillon supprimé',
    failed: 'Le brouillon n’a pas pu être supprimé',
  },
  found: count => (count === 0 ? 'Aucun brouillon' : counted(count, 'brouillon', 'brouillons')),
  empty: { title: 'Aucun brouillon', description: 'Ce que vous commencez sans l’envoyer vous attend ici.' },
  failed: 'Vos brouillons n’ont pas pu être chargés',
  outdated: 'La liste n’est peut-être plus à jour',
}
