import type { AuthText } from './en.ts'

export const fr: AuthText = {
  login: {
    title: 'Connexion',
    description: 'Suivez vos travaux et vos livraisons.',
    bothRequired: 'Les deux champs sont obligatoires.',
    identifier: 'Identifiant',
    identifierRequired: 'L’identifiant est obligatoire',
    password: 'Mot de passe',
    passwordRequired: 'Le mot de passe est obligatoire',
    showPassword: 'Afficher le mot de passe',
    hidePassword: 'Masquer le mot de passe',
    submit: 'Se connecter',
    failed: 'Erreur de connexion',
    refusals: {
      credentials_wrong: 'Mot de passe ou identifiant incorrect, veuillez réessayer',
    },
    forgotten: 'Mot de passe oublié ?',
    noAccount: 'Pas encore client ?',
    createAccount: 'Créer un compte',
    ended: 'Votre session est terminée. Reconnectez-vous pour reprendre où vous en étiez.',
    unreachable: 'Le portail n’a pas pu être joint. Reconnectez-vous pour reprendre où vous en étiez.',
  },
  forgotten: {
    title: 'Mot de passe oublié',
    description: company => `${company} vous en donne un nouveau par téléphone.`,
    steps: [
      'Ayez sous la main votre identifiant et le nom de votre cabinet.',
      'Demandez un nouveau mot de passe : vous l’obtenez pendant l’appel.',
      'Revenez ici et connectez-vous avec lui.',
    ],
    back: 'Retour à la connexion',
  },
  logout: 'Se déconnecter',
  accountType: { manager: 'Gestionnaire', doctor: 'Docteur' },
  laboratory: 'Laboratoire',
}
