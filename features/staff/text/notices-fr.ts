import type { StaffNoticesText } from './notices-en.ts'

export const fr: StaffNoticesText = {
  title: 'Notifications',
  description: email =>
    `Ce qui attend est toujours sur la page d’accueil. Choisissez ce qui vient aussi par e‑mail à ${email}, une fois par heure au plus.`,
  kinds: {
    signup: 'Un cabinet demande un compte',
    change: 'Un cabinet demande une modification de son compte',
    erasure: 'Une personne demande que son compte soit effacé',
  },
  erasureHint: 'La loi laisse un mois pour y répondre.',
  saved: 'Enregistré',
  failed: 'Vos notifications n’ont pas pu être chargées',
}
