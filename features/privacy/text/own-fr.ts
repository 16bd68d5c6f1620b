import type { OwnText } from './own-en.ts'

export const fr: OwnText = {
  title: 'Vos données',
  description: 'Emportez ce qui est conservé à votre sujet.',
  descriptionWithErasure: 'Emportez ce qui est conservé à votre sujet, ou demandez au laboratoire de vous oublier.',
  export: {
    own: {
      button: 'Télécharger mes données',
      title: 'Télécharger mes données',
      description:
        'Un fichier ZIP avec une page à lire, la même chose pour un programme, le journal à votre sujet et les fichiers que vous avez ajoutés. Gardez-le en lieu sûr : des patients y sont nommés.',
    },
    practice: {
      button: 'Télécharger les travaux du cabinet',
      title: 'Télécharger les travaux du cabinet',
      description:
        'Un fichier ZIP avec tous les travaux du cabinet, leurs messages et leurs fichiers. Gardez-le en lieu sûr : des patients y sont nommés. Cela peut prendre plusieurs minutes.',
    },
    password: 'Votre mot de passe actuel',
    passwordRequired: 'Indiquez votre mot de passe actuel.',
    show: 'Afficher le mot de passe',
    hide: 'Masquer le mot de passe',
    submit: 'Télécharger',
    failed: 'Rien n’a été téléchargé',
    done: 'Téléchargé',
    refusals: {
      password_wrong: 'Le mot de passe actuel est incorrect, veuillez réessayer.',
      too_many_requests: 'Vous avez eu plusieurs copies dans l’heure.',
    },
  },
  erasure: {
    title: 'Être oublié',
    what: 'Sont effacés : votre nom, votre adresse e‑mail, votre téléphone et votre mot de passe, vos connexions, vos choix et ce que vous avez commencé. Votre compte ne s’ouvre plus.',
    stays:
      'Restent, parce que la loi l’exige : les prescriptions, les déclarations des dispositifs sur mesure (10 ans, 15 pour les implants) et les factures (10 ans au moins), avec le nom du prescripteur sur la déclaration. Les messages et les fichiers restent avec leur travail, sans votre nom.',
    ask: 'Demander l’effacement de mes données',
    confirmTitle: 'Demander au laboratoire de vous oublier ?',
    confirmHint: 'Le laboratoire décide. D’ici là, rien ne change et vous pouvez retirer votre demande.',
    confirm: 'Envoyer la demande',
    keep: 'Garder mon compte',
    asked: 'Demande envoyée au laboratoire',
    waiting: day => `Vous avez demandé l’effacement de vos données le ${day}. Le laboratoire décide.`,
    withdraw: 'Retirer ma demande',
    withdrawn: 'Votre demande est retirée',
    refused: day => `Le laboratoire a refusé le ${day} :`,
    failed: 'Votre demande n’a pas pu être chargée',
    notSent: 'Votre demande est restée telle quelle',
    refusals: {
      erasure_decided: 'Le laboratoire a déjà décidé.',
    },
  },
}
