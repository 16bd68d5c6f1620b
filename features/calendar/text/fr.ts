import type { CalendarText } from './en.ts'

export const fr: CalendarText = {
  title: 'Abonnement au calendrier',
  description: hasAbsences =>
    `Livraisons, rendez-vous${hasAbsences ? ', collectes et absences' : ' et collectes'} dans votre propre agenda, sur téléphone ou ordinateur, toujours à jour. Les patients n’y figurent que par leur code.`,
  secret: 'Gardez l’adresse pour vous : quiconque la connaît peut lire ce calendrier sans se connecter.',
  make: 'Créer une adresse',
  made: {
    label: 'Adresse de votre calendrier',
    once: 'Copiez-la maintenant : elle n’est montrée que cette fois.',
    copy: 'Copier',
    copied: 'Copiée.',
    copyByHand: 'Le navigateur ne permet pas de copier : l’adresse est sélectionnée, faites Ctrl+C ou ⌘C.',
    open: 'Ouvrir dans mon agenda',
    programs:
      'Google : Autres agendas, À partir de l’URL. Outlook : Ajouter un calendrier, S’abonner à partir du web. Apple : Fichier, Nouvel abonnement.',
  },
  there: day => `Vous avez une adresse depuis le ${day}. Vos agendas la consultent d’eux-mêmes.`,
  lost: 'Elle n’a été montrée qu’à sa création. Si vous ne l’avez plus, ou si quelqu’un d’autre la connaît peut-être, créez-en une nouvelle.',
  renew: 'Créer une nouvelle adresse',
  revoke: 'Mettre fin à l’abonnement',
  failed: 'Cela n’a pas fonctionné',
  notLoaded: 'Votre abonnement n’a pas pu être chargé',
  asking: {
    renew: {
      title: 'Créer une nouvelle adresse ?',
      description: 'L’adresse actuelle cesse aussitôt de fonctionner : chaque agenda aura besoin de la nouvelle.',
      act: 'Créer une nouvelle adresse',
    },
    revoke: {
      title: 'Mettre fin à l’abonnement au calendrier ?',
      description: 'L’adresse cesse aussitôt de fonctionner, dans tous les agendas qui l’utilisent.',
      act: 'Mettre fin à l’abonnement',
    },
    keep: 'Garder l’adresse actuelle',
  },
  revoked: 'L’abonnement au calendrier est terminé.',
}
