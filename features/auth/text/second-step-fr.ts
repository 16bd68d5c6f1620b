import type { SecondStepText } from './second-step-en.ts'

export const fr: SecondStepText = {
  title: 'Saisissez votre code',
  submit: 'Continuer',
  back: 'Retour à la connexion',
  over: 'Cette connexion est expirée\u00a0: saisissez à nouveau votre mot de passe.',
  authenticator: {
    label: 'Code de votre application d’authentification',
    hint: '6 chiffres, renouvelés toutes les 30 secondes',
    required: 'Saisissez le code',
    expected: 'Saisissez les 6 chiffres affichés par l’application.',
    wrong: 'Ce code n’est pas le bon, ou a déjà servi. Attendez le suivant.',
    other: 'Utiliser un code de secours',
  },
  recovery: {
    label: 'Code de secours',
    hint: 'L’un de ceux que vous avez gardés, comme ABCDE-FGHIJ-KLMNO',
    required: 'Saisissez un code de secours',
    expected: 'Un code de secours a 15 lettres et chiffres.',
    wrong: 'Ce code de secours n’est pas le bon, ou a déjà servi. Prenez-en un autre.',
    other: 'Utiliser l’application',
  },
}
