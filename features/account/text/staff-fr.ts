import type { StaffAccountText } from './staff-en.ts'

export const fr: StaffAccountText = {
  title: 'Modifications',
  description:
    'Ce que les cabinets veulent changer à leur fiche et à leurs comptes. Rien ne change avant votre accord.',
  empty: 'Aucune demande n’attend',
  emptyDescription: 'Ce que les cabinets demandent sur la page de leur compte apparaît ici aussitôt.',
  failed: 'Les demandes n’ont pas pu être chargées',
  outdated: 'Cette liste n’est peut-être plus à jour',
  found: count => `${count} ${count < 2 ? 'demande' : 'demandes'}`,
  asked: (name, when) => `${name}, ${when}`,
  moved: value => `Modifié depuis. Aujourd’hui : ${value}`,
  movedNotice: 'Quelque chose a changé depuis la demande : l’appliquer remplace la valeur d’aujourd’hui.',
  apply: practice => `Appliquer pour ${practice}`,
  applyShort: 'Appliquer…',
  applying: {
    title: practice => `Appliquer la demande de ${practice}\u202f?`,
    description:
      'La modification vaut aussitôt. La personne qui l’a demandée en est informée dans le portail, et par e‑mail selon son choix.',
    confirm: 'Appliquer la demande',
    cancel: 'Pas encore',
  },
  moving: {
    looking: 'Recherche des livraisons qui bougent…',
    failed: 'Les livraisons qui bougent ne sont pas connues',
    none: 'Aucune livraison promise ne bouge.',
    some: (count, late, already) => {
      if (count < 2)
        return `${count} livraison promise bouge${late === 0 ? '' : `, après le rendez-vous${already === 0 ? '' : ' (comme avant)'}`}`
      const before = already === 0 ? '' : ` (${already} ${already < 2 ? 'l’était' : 'l’étaient'} déjà)`
      return `${count} livraisons promises bougent${late === 0 ? '' : `, dont ${late} après le rendez-vous${before}`}`
    },
    list: 'Livraisons qui bougent',
    line: (to, from) => `${to}, au lieu du ${from}`,
    late: at => `après le rendez-vous\u00a0: ${at}`,
    lateAlready: at => `déjà après le rendez-vous\u00a0: ${at}`,
    appointment: at => `rendez-vous ${at}`,
    more: count => `et ${count} ${count < 2 ? 'autre' : 'autres'}`,
  },
  applied: practice => `La demande de ${practice} est appliquée`,
  refused: practice => `La demande de ${practice} est refusée`,
  refuse: practice => `Refuser pour ${practice}`,
  refuseShort: 'Refuser…',
  notDecided: 'La demande n’est pas décidée',
  told: 'La personne qui l’a faite en est informée dans le portail, et par e‑mail selon son choix.',
  refusal: {
    title: practice => `Refuser la demande de ${practice}`,
    description:
      'Rien ne change. La personne qui l’a faite lit votre phrase dans le portail, et dans un e‑mail selon son choix.',
    reason: 'Votre réponse',
    reasonHint: 'Ce qui ne va pas, et que faire à la place.',
    required: 'Écrivez une phrase pour la personne qui l’a demandé.',
    tooLong: 'C’est trop long. Raccourcissez.',
    submit: 'Refuser la demande',
    failed: 'La demande n’est pas refusée',
  },
  refusals: {
    change_decided: 'Quelqu’un d’autre vient de décider, ou la demande a été retirée.',
    change_moved: 'Ce qui est affiché vient de changer. Relisez avant de décider.',
    login_taken:
      'Cet identifiant est celui d’un autre compte. Refusez la demande avec une phrase, ou appelez le cabinet.',
  },
}
