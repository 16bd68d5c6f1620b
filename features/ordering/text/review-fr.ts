import type { ReviewText } from './review-en.ts'

export const fr: ReviewText = {
  scan: {
    elsewhere: 'Envoyé par la plateforme du scanner…',
    legend: 'Scan envoyé par la plateforme du scanner',
    platform: 'Plateforme',
    caseNumber: 'Numéro du travail sur la plateforme',
    caseNumberHint: 'Le laboratoire y retrouve le scan',
    url: 'Lien vers le travail',
    urlHint: 'Commence par https://',
    optional: '(facultatif)',
    none: 'Pas de scan sur une plateforme',
    notYet: 'Aucun scan pour l’instant : la fabrication ne commencera qu’à réception.',
    attach: 'Joindre',
    send: 'Envoyé par la plateforme du scanner',
    on: (platform, number) => `${platform}, n° ${number}`,
  },
  known: { inProgress: 'Déjà un travail en cours pour ce patient :' },
  dropped: {
    title: count => (count > 1 ? `${count} fichiers déposés` : 'Un fichier déposé'),
    advice: 'Une demande était déjà commencée. Recommencez, ou joignez-les à celle-ci.',
    attach: 'Joindre à cette demande',
  },
  pickup: {
    takes: slot => `La collecte de ${slot} prend l’empreinte.`,
    none: 'Aucune collecte prévue : personne ne passera prendre l’empreinte.',
    schedule: 'Programmer une collecte',
  },
  leaving: {
    title: 'Quitter cette demande ?',
    advice: 'Elle n’est pas envoyée au laboratoire.',
    stay: 'Continuer la saisie',
    throwAway: 'Supprimer le brouillon',
    keep: 'Garder le brouillon et quitter',
    failed: 'Le brouillon n’a pas pu être supprimé',
  },
  bridge: name => `${name} : aucun intermédiaire. Toutes les dents sont-elles des piliers ?`,
  change: 'Modifier',
}
