import type { SecondFactorText } from './second-factor-en.ts'

export const fr: SecondFactorText = {
  title: 'Vérification en deux étapes',
  description:
    'Après votre mot de passe, un code d’une application de votre téléphone\u00a0: qui ne connaît que le mot de passe reste dehors.',
  off: 'Désactivée',
  on: 'Activée',
  since: moment => `Activée\u00a0: ${moment}.`,
  codesLeft: count =>
    count === 0
      ? 'Il ne reste aucun code de secours\u00a0: créez-en de nouveaux.'
      : count === 1
        ? 'Il reste un code de secours\u00a0: créez-en de nouveaux.'
        : `Il reste ${count} codes de secours.`,
  turnOn: 'Activer',
  turnOff: 'Désactiver',
  renewCodes: 'Nouveaux codes de secours',
  failed: 'L’état de la vérification en deux étapes n’a pas pu être chargé',
  password: 'Mot de passe actuel',
  passwordRequired: 'Saisissez votre mot de passe',
  show: 'Afficher le mot de passe',
  hide: 'Masquer le mot de passe',
  next: 'Suivant',
  adding: {
    title: 'Activer la vérification en deux étapes',
    description: 'D’abord votre mot de passe, puis l’application. Vos autres appareils seront déconnectés.',
    scanTitle: 'Scannez ceci avec l’application',
    scan: 'Toute application d’authentification convient\u00a0: Google Authenticator, Microsoft Authenticator, 2FAS, 1Password…',
    qr: 'Code QR pour l’application d’authentification\u202f; la même clé est écrite plus bas',
    secret: 'Ou saisissez cette clé dans l’application',
    code: 'Code affiché par l’application',
    hint: '6 chiffres, renouvelés toutes les 30 secondes',
    submit: 'Activer',
    done: 'La vérification en deux étapes est activée',
    failed: 'Elle n’a pas été activée',
  },
  codes: {
    title: 'Gardez ces codes de secours',
    description:
      'Ils ne sont affichés qu’une fois. Chacun ouvre votre compte une fois, le jour où vous n’avez pas l’application\u00a0: imprimez-les, ou rangez-les avec vos mots de passe.',
    of: company => `Codes de secours · ${company}`,
    copy: 'Copier',
    copied: 'Copiés',
    copyByHand: 'Les codes sont sélectionnés\u00a0: copiez-les à la main.',
    print: 'Imprimer',
    download: 'Télécharger',
    file: 'codes-de-secours.txt',
    close: 'Je les ai gardés',
  },
  removing: {
    title: 'Désactiver la vérification en deux étapes\u202f?',
    description: 'Votre mot de passe suffira pour entrer. Les codes de secours ne fonctionneront plus.',
    submit: 'Désactiver la vérification',
    done: 'La vérification en deux étapes est désactivée',
    failed: 'Elle n’a pas été désactivée',
  },
  renewing: {
    title: 'Créer de nouveaux codes de secours',
    description: 'Ceux que vous avez ne fonctionneront plus.',
    submit: 'Créer les codes',
    failed: 'Aucun code n’a été créé',
  },
  faults: { required: 'Saisissez le code', code_expected: 'Saisissez les 6 chiffres affichés par l’application.' },
  refusals: {
    password_wrong: 'Le mot de passe actuel est incorrect, veuillez réessayer.',
    code_wrong: 'Ce code n’est pas le bon. Prenez celui que l’application affiche maintenant.',
    not_begun: 'L’application est à configurer à nouveau\u00a0: fermez et recommencez.',
    second_factor_on: 'Elle est déjà activée. Fermez et regardez à nouveau.',
    second_factor_off: 'Elle est désactivée. Fermez et regardez à nouveau.',
  },
  gate: {
    title: 'Encore une étape',
    description: 'Votre laboratoire demande à son équipe la vérification en deux étapes. Activez-la pour continuer.',
    lost: 'Vous l’avez déjà\u202f? Déconnectez-vous, puis reconnectez-vous avec elle.',
  },
}
