import type { PasswordText } from './password-en.ts'

const rule =
  'Au moins 12 caractères, avec au moins 1 chiffre, 1 lettre et 1 caractère spécial. Ni un mot de passe courant, ni l’actuel, ni un qui contient votre nom.'

export const fr: PasswordText = {
  fields: {
    identifier: 'Identifiant',
    current: 'Mot de passe actuel',
    new: 'Nouveau mot de passe',
    confirmation: 'Nouveau mot de passe, encore une fois',
    rule,
    show: 'Afficher le mot de passe',
    hide: 'Masquer le mot de passe',
  },
  faults: {
    identifierRequired: 'L’identifiant est obligatoire',
    currentRequired: 'Le mot de passe actuel est obligatoire',
    required: 'Le mot de passe est obligatoire',
    confirmationRequired: 'Saisissez encore une fois le nouveau mot de passe',
    not_identical: 'Les mots de passe saisis ne sont pas identiques.',
    too_short: 'Au moins 12 caractères.',
    too_long: 'Au plus 1000 caractères.',
    letter_missing: 'Au moins 1 lettre.',
    number_missing: 'Au moins 1 chiffre.',
    special_missing: 'Au moins 1 caractère spécial, par exemple une espace ou une virgule.',
  },
  refusals: {
    password_wrong: 'Le mot de passe actuel est incorrect, veuillez réessayer.',
    password_common: 'Ce mot de passe est de ceux que l’on essaie en premier. Choisissez-en un autre.',
    password_unchanged: 'C’est le mot de passe que vous avez déjà. Choisissez-en un autre.',
    password_personal:
      'N’y mettez ni votre nom, ni votre identifiant, ni votre adresse e‑mail, ni le nom du laboratoire.',
  },
  forgotten: {
    submit: 'Envoyer le lien',
    sent: login => `Si ${login} a un compte ici, un e‑mail est en route.`,
    sentDetails:
      'Son lien est valable 30 minutes. Rien après quelques minutes ? Regardez dans les indésirables, ou appelez-nous.',
    notMailed: 'Ce portail n’envoie pas d’e‑mails',
    notMailedDetails: 'Appelez le laboratoire, qui vous aidera à choisir un nouveau mot de passe :',
    again: 'Essayer un autre identifiant',
    back: 'Retour à la connexion',
  },
  choose: {
    loading: 'Vérification de votre lien',
    submit: 'Enregistrer et se connecter',
    done: 'Votre mot de passe est enregistré',
    over: 'Votre mot de passe est déjà choisi ? Connectez-vous. Sinon, recevez un autre lien.',
    signIn: 'Se connecter',
    lost: 'Ouvrez encore une fois le lien de l’e‑mail.',
    askAgain: 'Recevoir un autre lien',
    retry: 'Réessayer',
  },
  security: {
    title: 'Sécurité',
    changeTitle: 'Changer de mot de passe',
    changeHint: 'Vos autres appareils seront déconnectés.',
    submit: 'Changer le mot de passe',
    changed: 'Votre mot de passe est modifié',
    changedDetails: 'Vos autres appareils sont déconnectés.',
  },
  sessions: {
    title: 'Vos appareils connectés',
    description: 'Un appareil est déconnecté après 12 heures sans utilisation, et dans tous les cas après 30 jours.',
    device: 'Appareil',
    unknown: 'Appareil inconnu',
    here: 'Cet appareil',
    used: 'Dernière utilisation',
    begun: 'Connexion',
    act: 'Déconnecter',
    end: device => `Déconnecter : ${device}`,
    ended: 'L’appareil est déconnecté',
    endOthers: 'Déconnecter tous les autres appareils',
    endOthersQuestion: 'Déconnecter tous les autres appareils ?',
    endOthersDetails: 'Il faudra s’y reconnecter.',
    othersEnded: 'Tous les autres appareils sont déconnectés',
    othersNotEnded: 'Les autres appareils restent connectés',
    failed: 'La liste des appareils n’a pas pu être chargée',
  },
}
