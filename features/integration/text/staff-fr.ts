import { longestAddress, longestProgramName, mostPrograms } from '../staff-input.ts'
import type { ProgramsText } from './staff-en.ts'

export const fr: ProgramsText = {
  title: 'Logiciels',
  description:
    'Les logiciels du laboratoire qui viennent chercher les travaux et disent où ils en sont, chacun avec sa clé.',
  add: 'Autoriser un logiciel',
  failed: 'Les logiciels n’ont pas pu être chargés',
  none: 'Aucun logiciel n’est autorisé',
  noneAdvice:
    'Votre logiciel de gestion peut venir chercher ici ce que les cabinets commandent, et y dire où en est chaque travail et ce que vous avez facturé\u00a0: rien n’est saisi deux fois. Il lui faut une clé.',
  columns: { name: 'Nom', keys: 'Clé', toldAt: 'Prévenu à', actions: 'Actions' },
  since: day => `Autorisé le ${day}`,
  removed: day => `Retiré le ${day}`,
  noKey: 'Aucune clé',
  seen: at => `Dernière utilisation\u00a0: ${at}`,
  neverSeen: 'Jamais utilisée',
  ends: at => `Prend fin\u00a0: ${at}`,
  toTenMinutes: 'La dernière utilisation d’une clé est connue à dix minutes près.',
  notTold: 'Nulle part\u00a0: il vient de lui-même',
  notYetTold: 'Rien d’envoyé pour l’instant',
  answered: at => `Dernière réponse\u00a0: ${at}`,
  failing: 'Ne répond pas',
  failingSince: (at, why) => `Depuis ${at}\u00a0: ${why}`,
  why: {
    moved: word => `elle renvoie ailleurs (${word}). Donnez l’adresse où elle mène.`,
    refused: word => `elle refuse ces messages (${word}).`,
    missing: word => `cette adresse n’existe pas (${word}).`,
    faulty: word => `elle répond par une erreur (${word}).`,
    nameless: word => `son nom est inconnu sur Internet (${word}).`,
    closed: word => `rien n’y écoute (${word}).`,
    slow: word => `elle met trop de temps à répondre (${word}).`,
    uncertified: word => `son certificat n’est pas valable (${word}).`,
    unreachable: word => `elle est injoignable (${word}).`,
  },
  interface: {
    title: 'Pour qui raccorde le logiciel',
    address: 'Adresse de l’interface',
    description: 'Sa description (OpenAPI)',
    header: 'À chaque appel',
    key: '<clé>',
  },
  actionsFor: name => `Actions pour ${name}`,
  refusals: {
    too_many_programs: `${mostPrograms} logiciels sont déjà autorisés, et c’est le maximum. Retirez-en un qui ne sert plus.`,
    address_not_allowed: 'Donnez une adresse sur Internet qui commence par https://, sans mot de passe dedans.',
    not_found: 'Il a été retiré entre-temps. Fermez cette fenêtre\u00a0: la liste montre ce qui est autorisé.',
  },
  required: 'Remplissez ce champ.',
  newProgram: {
    title: 'Autoriser un logiciel',
    description:
      'Avec sa clé, il lit tous les travaux et tous les cabinets du laboratoire, dit où en sont les travaux, et saisit ce que vous avez facturé et reçu. Ce qu’il fait porte son nom.',
    name: 'Son nom',
    nameHint: 'Celui sous lequel vous le connaissez, par exemple «\u00a0Dentalsoft\u00a0».',
    tooLong: `${longestProgramName} caractères au plus.`,
    submit: 'Autoriser ce logiciel',
    failed: 'Le logiciel n’est pas autorisé',
  },
  key: {
    title: name => `La clé de ${name}`,
    description:
      'Copiez-la maintenant\u00a0: elle n’est montrée que cette fois. Si elle se perd, faites-en une nouvelle.',
    label: 'Clé',
    copy: 'Copier la clé',
    copied: 'La clé est copiée.',
    copyByHand: 'Copiez la clé au clavier.',
  },
  newKey: {
    menu: 'Nouvelle clé…',
    title: name => `Une nouvelle clé pour ${name}\u202f?`,
    goesOn: (hints, count) =>
      count === 1
        ? `L’actuelle (${hints}) vaut encore un jour, le temps de mettre la nouvelle à sa place.`
        : `Les actuelles (${hints}) valent encore un jour au plus, le temps de mettre la nouvelle à leur place.`,
    confirm: 'Faire une nouvelle clé',
    failed: 'Aucune clé n’a été faite',
  },
  again: {
    menu: 'Autoriser à nouveau…',
    title: name => `Autoriser ${name} à nouveau\u202f?`,
    description:
      'Il reçoit une nouvelle clé, et retrouve ses travaux sous les noms qu’il leur a donnés\u00a0: il n’en saisit aucun une deuxième fois. Là où il était prévenu, il l’est de nouveau.',
    confirm: 'Autoriser à nouveau',
    failed: 'Il n’est pas autorisé',
  },
  removal: {
    menu: 'Retirer…',
    title: name => `Retirer ${name}\u202f?`,
    description:
      'Ses clés prennent fin tout de suite, et il n’est plus prévenu de rien. Ce qu’il a fait reste sous son nom, et vous pourrez l’autoriser à nouveau.',
    confirm: name => `Retirer ${name}`,
    done: name => `${name} n’est plus autorisé`,
    failed: 'Le logiciel n’a pas été retiré',
  },
  tell: {
    menu: 'Prévenir à une adresse…',
    change: 'Changer l’adresse…',
    title: name => `Où prévenir ${name}`,
    description:
      'Un message y part quand quelque chose attend d’être cherché, et il ne dit que cela\u00a0: rien d’un travail, aucun nom. Le logiciel vient alors le chercher avec sa clé.',
    url: 'Adresse',
    urlHint: 'Sur Internet, commençant par https://. Qui raccorde le logiciel la connaît.',
    within: {
      hint: 'Sur Internet ou dans votre propre réseau, commençant par https:// ou http://. Qui raccorde le logiciel la connaît.',
      refused: 'Donnez une adresse sans nom d’utilisateur ni mot de passe.',
    },
    newSecret: 'L’enregistrer fait un nouveau secret\u00a0: le précédent ne signe plus rien.',
    wrong: 'Saisissez une adresse comme https://logiciel.example/messages.',
    tooLong: `${longestAddress} caractères au plus.`,
    submit: 'Enregistrer l’adresse',
    failed: 'L’adresse n’est pas enregistrée',
  },
  secret: {
    title: name => `Le secret de ${name}`,
    description:
      'Copiez-le maintenant\u00a0: il n’est montré que cette fois. Chaque message est signé avec lui, selon Standard Webhooks\u00a0: le logiciel sait ainsi qu’il vient d’ici.',
    label: 'Secret',
    copy: 'Copier le secret',
    copied: 'Le secret est copié.',
    copyByHand: 'Copiez le secret au clavier.',
    next: 'Si quelque chose attend d’être cherché, un message part dans la minute\u00a0: la liste dit alors si l’adresse répond.',
  },
  untelling: {
    menu: 'Ne plus le prévenir…',
    title: name => `Ne plus prévenir ${name}\u202f?`,
    description:
      'Plus rien ne part à cette adresse, et son secret ne sert plus. Le logiciel peut toujours venir de lui-même, avec sa clé.',
    confirm: name => `Ne plus prévenir ${name}`,
    done: name => `${name} n’est plus prévenu`,
    failed: 'Le logiciel est toujours prévenu',
  },
}
