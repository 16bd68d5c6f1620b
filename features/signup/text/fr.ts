import { longest } from '../input.ts'
import type { SignupText } from './en.ts'

const tooLong = (most: number) => `${most} caractères au plus.`

export const fr: SignupText = {
  title: 'Créer un compte',
  description: company => `${company} étudie votre demande et vous ouvre le portail.`,
  signup: {
    success: 'Votre demande est envoyée',
    next: (company, address) =>
      `${company} l’étudie et vous écrit à ${address}. Vous choisirez alors un mot de passe et vous vous connecterez ici.`,
    nextByHand: company =>
      `${company} l’étudie. Ce portail n’envoie pas d’e‑mails\u00a0: le laboratoire vous remet le lien pour choisir un mot de passe et vous connecter ici.`,
  },
  required: 'Remplissez tous les champs, sauf mention «\u00a0facultatif\u00a0».',
  optional: '(facultatif)',
  parts: {
    person: 'Vous',
    practice: 'Votre cabinet',
    emails: 'Adresses e‑mail',
    more: 'Pour mieux vous connaître',
  },
  fields: {
    rppsSiretSiren: 'Numéro RPPS, SIRET ou SIREN',
    title: 'Titre',
    lastName: 'Nom',
    firstName: 'Prénom',
    gender: 'Genre',
    address: 'Adresse',
    postalCode: 'Code postal',
    city: 'Ville',
    country: 'Pays',
    phone: 'Téléphone',
    mobile: 'Portable',
    lunchBreakHours: 'Pause de midi',
    weeklyClosure: 'Jour de fermeture',
    email1Label: 'À qui est cette adresse ?',
    email1: 'Adresse e‑mail',
    email2Label: 'À qui est la seconde ?',
    email2: 'Seconde adresse e‑mail',
    discoverySource: 'Comment nous avez-vous connus ?',
    cameraModel: 'Caméra intra-orale',
    additionalComment: 'Commentaire',
  },
  hints: {
    rppsSiretSiren: '11 chiffres pour un RPPS, 14 pour un SIRET, 9 pour un SIREN',
    email1: 'Elle sera votre identifiant.',
    lunchBreakHours: 'Par exemple : 12 h 30 à 14 h',
    weeklyClosure: 'Par exemple : mercredi après-midi',
    choice: 'Choisissez dans la liste ou saisissez autre chose.',
  },
  other: words => `« ${words} » sera envoyé tel quel.`,
  found: count => (count === 1 ? '1 proposition' : `${count} propositions`),
  identifier: {
    right: {
      rpps: 'Ce numéro a la forme d’un RPPS.',
      siren: 'Ce SIREN est valide.',
      siret: 'Ce SIRET est valide.',
    },
    faults: {
      siren: 'On dirait un SIREN (9 chiffres), mais son dernier chiffre ne correspond pas aux autres.',
      siret: 'On dirait un SIRET (14 chiffres), mais son dernier chiffre ne correspond pas aux autres.',
      sirenOfSiret: 'On dirait un SIRET (14 chiffres), mais ses 9 premiers chiffres ne sont pas un SIREN.',
      letters: 'Les numéros RPPS, SIRET et SIREN n’ont que des chiffres.',
      length: 'Ce n’est ni un RPPS (11 chiffres), ni un SIRET (14), ni un SIREN (9).',
    },
    anyway: 'Vérifiez-le ; vous pouvez aussi l’envoyer tel quel.',
  },
  phone: {
    missing: 'Il manque des chiffres\u00a0: personne ne peut appeler ce numéro.',
    ten: 'Un numéro français a 10 chiffres.',
    anyway: 'Vérifiez-le\u202f; vous pouvez aussi l’envoyer tel quel.',
    asked: 'Personne ne peut appeler ce numéro. Corrigez-le, ou envoyez encore une fois pour le laisser tel quel.',
  },
  choices: {
    gender: { male: 'Homme', female: 'Femme', other: 'Autre' },
    emailLabel: {
      doctor: 'Praticien',
      assistant: 'Assistante',
      reception: 'Accueil',
      accounting: 'Comptabilité',
      personnel: 'Personnelle',
      professional: 'Professionnelle',
      direction: 'Direction',
    },
    discoverySource: {
      colleague: 'Un confrère ou une consœur',
      patient: 'Un patient',
      internet: 'Internet',
      social: 'Réseaux sociaux',
      google: 'Google',
      brand: 'Une marque ou un fournisseur',
      mail: 'Un courrier ou un e‑mail',
      telephone: 'Un appel téléphonique',
    },
  },
  faults: {
    required: 'Remplissez ce champ.',
    mail: 'Saisissez une adresse comme nom@cabinet.fr.',
    identifier: tooLong(longest.identifier),
    choice: tooLong(longest.choice),
    name: tooLong(longest.name),
    address: tooLong(longest.address),
    postalCode: tooLong(longest.postalCode),
    phone: tooLong(longest.phone),
    hours: tooLong(longest.hours),
    comment: tooLong(longest.comment),
  },
  refusals: {
    signup_too_often:
      'Trop de demandes sont parties de votre réseau aujourd’hui. Appelez le laboratoire ou réessayez plus tard.',
  },
  submit: 'Envoyer ma demande',
  missing: 'Reste à remplir\u00a0:',
  hasAccount: 'Déjà client ?',
  signIn: 'Se connecter',
}
