import { longest } from '../input.ts'
import type { StaffSignupText } from './staff-en.ts'

export const fr: StaffSignupText = {
  title: 'Demandes d’inscription',
  description: 'De cabinets qui veulent un compte. Chacune se décide une fois.',
  tabs: { label: 'Quelles demandes', waiting: 'À décider', decided: 'Décidées' },
  columns: { name: 'De', identifier: 'Numéro', createdAt: 'Reçue', alike: 'Ressemble à', decided: 'Décision' },
  alikeCount: count => (count === 0 ? 'Inconnu' : `${count} déjà ${count === 1 ? 'connu' : 'connus'}`),
  nearby: count => (count === 1 ? '1 autre du même réseau' : `${count} autres du même réseau`),
  crowd: most =>
    `Beaucoup de demandes attendent\u202f; les ${most} premières sont affichées. Celles d’un réseau qui en envoie beaucoup viennent en dernier, et se refusent ensemble, sans message.`,
  state: { waiting: 'À décider', approved: 'Acceptée', refused: 'Refusée' },
  empty: {
    title: 'Aucune demande n’attend',
    description: 'Ce que les cabinets envoient depuis « Créer un compte » apparaît ici aussitôt.',
  },
  emptyDecided: {
    title: 'Rien de décidé pour le moment',
    description: 'Les demandes acceptées ou refusées restent ici un an.',
  },
  failed: 'Les demandes n’ont pas pu être chargées',
  one: {
    failed: 'Cette demande n’a pas pu être chargée',
    outdated: 'Ceci n’est peut-être pas à jour.',
    received: moment => `Reçue ${moment}`,
    asked: 'La demande',
    language: 'Langue',
    languages: { fr: 'français', en: 'anglais' },
    none: '–',
    alike: 'Ressemble à',
    nobody: 'Inconnu : aucun cabinet, personne ou autre demande n’a le même numéro, nom, e-mail ou adresse.',
    kinds: { practice: 'Cabinet', user: 'Personne', request: 'Autre demande' },
    because: { number: 'même numéro', name: 'même nom', email: 'même e-mail', address: 'même adresse' },
    decide: 'Décider',
    practiceName: 'Nom du cabinet',
    practiceNameHint: 'Tel qu’il figurera sur les travaux, les fiches et les factures',
    suggestion: person => `Cabinet ${person}`,
    nameMissing: 'Donnez un nom au cabinet.',
    nameTooLong: `${longest.name} caractères au plus.`,
    approve: 'Créer le cabinet et inviter',
    approveHint: address =>
      `Une invitation part à ${address}, qui sera l’identifiant. Téléphones, adresses et horaires sont repris dans la fiche du cabinet.`,
    approved: name => `${name} est client`,
    invited: address => `L’invitation part à ${address}.`,
    refuse: 'Refuser…',
    refuseTitle: person => `Refuser la demande de ${person}`,
    refuseDescription: (address, language) => `Un message le dit à ${address}, en ${language}.`,
    reason: 'Ce que vous voulez leur dire',
    optional: '(facultatif)',
    reasonHint:
      'Figure dans le message tel que vous l’écrivez. Sans un mot de vous, le message ne donne pas de raison.',
    reasonTooLong: `${longest.comment} caractères au plus.`,
    silently: 'Refuser sans message',
    silentlyHint: 'Pour ce qu’une machine a envoyé, ou quelqu’un avec l’adresse d’une autre personne.',
    silentDescription: 'Personne n’en est averti.',
    withNearby: count =>
      count === 1
        ? 'Refuser aussi l’autre demande qui attend du même réseau'
        : `Refuser aussi les ${count} autres demandes qui attendent du même réseau`,
    refuseSilently: 'Refuser sans message',
    refuseAct: 'Refuser et envoyer le message',
    refused: person => `La demande de ${person} est refusée`,
    decidedBy: (state, name, moment) => `${state} par ${name}, ${moment}`,
    told: 'Ce qui a été dit au demandeur',
    toldNobody: 'Personne n’a été averti.',
    toldNothing: 'Le message n’a pas donné de raison.',
    refusals: {
      already_decided: 'Quelqu’un vient de décider cette demande. Sa décision est affichée ci-dessus.',
      login_taken:
        'Quelqu’un se connecte déjà avec cette adresse e-mail. Refusez la demande en le disant, ou aidez cette personne à retrouver son mot de passe.',
    },
  },
}
