import type { SettingsText } from './settings-en.ts'

export const fr: SettingsText = {
  title: 'Notifications',
  description: email =>
    `Ce qui se passe est toujours visible dans le portail. Choisissez ce qui vient aussi par e‑mail à ${email}. Aucun e‑mail ne nomme un patient.`,
  noMails: 'Ce portail n’envoie pas d’e‑mails pour l’instant. Vos choix vaudront dès qu’il en enverra.',
  kinds: {
    on_hold: { label: 'Un travail attend votre réponse', hint: 'Le laboratoire ne peut pas continuer sans vous.' },
    message: { label: 'Un message du laboratoire', hint: undefined },
    new_date: { label: 'Une nouvelle date de livraison', hint: undefined },
    request_decided: {
      label: 'Une demande de modification est décidée',
      hint: 'Ce qui touche à la connexion vient toujours tout de suite.',
    },
    shipped: { label: 'Un travail est expédié', hint: undefined },
    invoice: { label: 'Une facture ou un avoir est émis', hint: 'Une pro forma à approuver aussi.' },
    delivered: { label: 'Un travail est livré', hint: undefined },
    registered: { label: 'Un travail est enregistré', hint: 'Par un collègue ou par le laboratoire.' },
  },
  ways: { at_once: 'Tout de suite', digest: 'Dans le récapitulatif du jour', never: 'Jamais' },
  atOnceHint: 'Tout de suite\u00a0: ce qui arrive en l’espace de dix minutes vient dans un seul e‑mail.',
  hour: 'Récapitulatif du jour à',
  hourHint: 'À l’heure du laboratoire. Les jours sans nouvelles, il n’y en a pas.',
  saved: 'Enregistré',
  notSaved: 'Votre choix n’a pas été enregistré',
  retry: 'Réessayer',
  failed: 'Vos notifications n’ont pas pu être chargées',
}
