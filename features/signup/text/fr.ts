import type { SignupText } from './en.ts'

export const fr: SignupText = {
  title: 'Créer un compte',
  description: company => `${company} ouvre le compte de votre cabinet par téléphone.`,
  prepare: 'Ayez sous la main :',
  needed: [
    'votre numéro RPPS, SIRET ou SIREN ;',
    'le nom et l’adresse du cabinet ;',
    'l’adresse e-mail qui recevra votre identifiant.',
  ],
  afterwards: 'Vous pourrez ensuite vous connecter ici et suivre vos travaux.',
  hasAccount: 'Déjà client ?',
  signIn: 'Se connecter',
}
