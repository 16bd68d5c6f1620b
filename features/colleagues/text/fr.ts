import type { ColleagueRole } from '../rules.ts'
import type { ColleaguesText } from './en.ts'

export const roles: Record<ColleagueRole, string> = {
  manager: 'Gestionnaire',
  doctor: 'Praticien',
  practiceDoctor: 'Praticien, sans absences ni factures',
}

export const fr: ColleaguesText = {
  title: 'Collègues',
  description: 'Qui du cabinet entre sur le portail, et ce que chacun peut y faire.',
  invite: 'Inviter un collègue',
  failed: 'Vos collègues n’ont pas pu être chargés',
  outdated: 'Cette liste n’est peut-être plus à jour',
  caption: 'Les personnes du cabinet',
  you: '(vous)',
  columns: { name: 'Nom', type: 'Rôle', state: 'État', actions: 'Actions' },
  roles,
  mayDo: {
    manager: 'Voit tout et décide qui entre.',
    doctor: 'Commande et suit les travaux, déclare les absences, voit et paie les factures.',
    practiceDoctor: 'Commande et suit les travaux\u202f; ne voit ni les absences ni les factures du cabinet.',
  },
  dlcpm: 'DLCPM',
  states: { toInvite: 'À inviter', invited: 'Invitation envoyée', active: 'Actif', disabled: 'Désactivé' },
  invitedUntil: when => `Lien valable jusqu’au ${when}`,
  invitationOver: 'Aucune invitation en cours\u00a0: invitez cette personne',
  actions: name => `Actions pour ${name}`,
  acts: {
    change: 'Modifier le rôle…',
    inviteAgain: 'Inviter à nouveau',
    correct: 'Corriger l’adresse et réinviter…',
    withdraw: 'Retirer l’invitation…',
    disable: 'Désactiver…',
    enable: 'Réactiver',
  },
  form: {
    title: 'Inviter un collègue',
    description: 'Un e‑mail lui donne le lien pour choisir son mot de passe.',
    submit: 'Envoyer l’invitation',
    failed: 'L’invitation n’est pas envoyée',
    optional: '(facultatif)',
    honorific: 'Titre',
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'Adresse e‑mail',
    emailHint: 'Ce sera aussi son identifiant de connexion.',
    type: 'Rôle',
    done: name => `${name} est invité(e)`,
    doneNext: 'Le lien de l’e‑mail est valable 7 jours.',
    faults: {
      firstName: 'Indiquez un prénom.',
      lastName: 'Indiquez un nom.',
      email: 'Indiquez une adresse de la forme nom@cabinet.fr.',
      tooLong: 'C’est trop long. Raccourcissez.',
    },
  },
  change: {
    title: name => `Le rôle de ${name}`,
    description: 'Il vaut dès sa prochaine action, sans nouvelle connexion.',
    submit: 'Enregistrer',
    failed: 'Le rôle n’est pas modifié',
    done: name => `Le rôle de ${name} est modifié`,
  },
  disabling: {
    title: name => `Désactiver ${name}\u202f?`,
    description:
      'Ses appareils sont déconnectés aussitôt et la connexion lui est fermée. Vous pouvez réactiver ce compte à tout moment.',
    confirm: name => `Désactiver ${name}`,
    cancel: 'Laisser tel quel',
    failed: 'Le compte n’est pas désactivé',
    done: name => `${name} est désactivé(e)`,
  },
  enabled: name => `${name} est réactivé(e)`,
  enabledNext: 'La connexion lui est ouverte.',
  invitedAgain: name => `${name} est invité(e) à nouveau`,
  invitedAgainNext: 'Le lien précédent ne vaut plus\u202f; le nouveau est valable 7 jours.',
  noMails: {
    title: 'Aucun e‑mail ne part',
    notice:
      'Ce portail n’envoie pas d’e‑mails\u00a0: le laboratoire remet le lien aux personnes que vous invitez. Appelez-le\u00a0:',
    description: 'Aucun e‑mail ne part\u00a0: le laboratoire lui remettra le lien pour choisir son mot de passe.',
    submit: 'Inviter',
    next: phone => `Aucun e‑mail ne part\u00a0: le laboratoire remettra le lien. Appelez-le\u00a0: ${phone}`,
    state: 'Invitation créée',
    handedOver: 'Le laboratoire remet le lien',
  },
  notDone: 'Rien n’a été fait',
  refusals: {
    login_taken:
      'Cette adresse sert déjà à se connecter au laboratoire. Cherchez-la dans votre liste, indiquez-en une autre, ou appelez le laboratoire.',
    own_account: 'Personne ne modifie son propre rôle. Demandez à un autre gestionnaire du cabinet, ou au laboratoire.',
    kept_out_by_laboratory:
      'Le laboratoire a fermé l’accès à cette personne\u00a0: lui seul peut le rouvrir. Appelez-le.',
    already_active: 'Son mot de passe est déjà choisi\u00a0: une invitation ne servirait à rien.',
    colleague_disabled: 'Ce compte est désactivé. Réactivez-le, puis invitez à nouveau.',
    colleague_named: 'Des travaux portent déjà son nom\u00a0: désactivez plutôt ce compte.',
  },
}
