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
    passkey: 'Utiliser une clé d’accès',
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
    description: 'Un lien vous permet d’en choisir un nouveau.',
  },
  choose: {
    reset: { title: 'Nouveau mot de passe', description: 'Vos autres appareils seront déconnectés.' },
    over: { title: 'Ce lien ne sert plus', description: 'Il a déjà servi ou expiré.' },
    invitation: { title: 'Bienvenue', description: 'Choisissez le mot de passe avec lequel vous vous connecterez.' },
  },
  logout: 'Se déconnecter',
  accountType: { manager: 'Gestionnaire', doctor: 'Praticien' },
  account: 'Mon compte',
}
