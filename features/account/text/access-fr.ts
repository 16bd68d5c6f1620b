import type { AccessText } from './access-en.ts'

export const fr: AccessText = {
  actionsFor: name => `Actions pour ${name}`,
  notDone: 'Rien n’a été fait',
  invite: 'Inviter à nouveau',
  invited: address => `Une invitation part à ${address}`,
  notMailed: name => `${name} est invité(e), mais aucun e‑mail ne part`,
  notMailedNext: 'Choisissez «\u00a0Copier le lien…\u00a0» dans le menu et transmettez-le vous-même.',
  linkBesideNext: 'Copiez son lien, à côté de son nom, et transmettez-le vous-même.',
  noMails: {
    title: 'Aucun e‑mail ne part',
    description:
      'Ce portail n’a pas de serveur de messagerie (SMTP_URL)\u00a0: les invitations ne partent pas. Copiez le lien de chacun dans le menu de la personne invitée.',
    linkBeside:
      'Ce portail n’a pas de serveur de messagerie (SMTP_URL)\u00a0: les invitations ne partent pas. Copiez le lien de chacun et transmettez-le vous-même.',
  },
  mail: {
    waiting: 'E‑mail en cours d’envoi',
    kept: 'Aucun e‑mail n’est parti',
    sent: 'E‑mail envoyé',
    failed: 'L’e‑mail n’est pas parti',
  },
  state: { active: 'Actif', invited: 'Invité', toInvite: 'À inviter', disabled: 'Accès fermé' },
  invitedUntil: when => `Lien valable jusqu’au ${when}`,
  invitationOver: 'Aucune invitation en cours\u00a0: invitez cette personne',
  copy: 'Copier le lien…',
  copyFor: name => `Copier le lien… (${name})`,
  link: {
    title: name => `Le lien de ${name}`,
    description: 'La personne qui a ce lien choisit le mot de passe. Les liens précédents ne valent plus.',
    make: 'Créer et copier le lien',
    label: 'Lien',
    copy: 'Copier le lien',
    copied: 'Le lien est copié.',
    copyByHand: 'Copiez le lien au clavier.',
    close: 'Fermer',
  },
  correct: 'Corriger l’adresse et réinviter…',
  address: {
    title: name => `L’adresse de ${name}`,
    description:
      'Le premier lien ne vaudra plus\u202f; un nouveau part à cette adresse, qui sera aussi son identifiant de connexion.',
    label: 'Adresse e‑mail',
    required: 'Remplissez ce champ.',
    tooLong: 'C’est trop long. Raccourcissez.',
    mail: 'Saisissez une adresse comme nom@cabinet.fr.',
    submit: 'Corriger et inviter',
  },
  withdraw: 'Retirer l’invitation…',
  withdrawing: {
    title: name => `Retirer l’invitation de ${name}\u202f?`,
    description: 'Le lien ne vaudra plus et le nom quitte la liste. Vous pourrez inviter à nouveau à tout moment.',
    confirm: name => `Retirer l’invitation de ${name}`,
    done: name => `L’invitation de ${name} est retirée`,
  },
  takeSecondFactorAway: 'Retirer la vérification perdue…',
  takingSecondFactorAway: {
    title: name => `Retirer la vérification de ${name}\u202f?`,
    description:
      'Son mot de passe suffira pour se connecter, et ses appareils sont déconnectés aussitôt. Un e‑mail l’en informe.',
    confirm: name => `Retirer la vérification de ${name}`,
    done: name => `${name} se connecte avec son seul mot de passe, et en est informé par e‑mail`,
  },
  disable: 'Fermer l’accès…',
  disabling: {
    title: name => `Fermer l’accès de ${name}\u202f?`,
    description:
      'Ses appareils sont déconnectés aussitôt et la connexion lui est fermée. Vous pouvez rouvrir cet accès à tout moment.',
    confirm: name => `Fermer l’accès de ${name}`,
    done: name => `L’accès de ${name} est fermé`,
  },
  cases: {
    open: count => (count < 2 ? 'Un travail en cours est à son nom.' : `${count} travaux en cours sont à son nom.`),
    to: count => (count < 2 ? 'À qui va son travail' : `À qui vont ses ${count} travaux`),
    nobody: 'Personne',
    nobodyHint:
      'Dans la liste des travaux, «\u00a0À personne\u00a0» montre ce qui n’est à personne, jusqu’à ce que quelqu’un le prenne.',
    done: (count, name) =>
      count < 2
        ? `Le travail ${name === undefined ? 'n’est plus à personne' : `est désormais à ${name}`}`
        : `Les ${count} travaux ${name === undefined ? 'ne sont plus à personne' : `sont désormais à ${name}`}`,
  },
  cancel: 'Laisser tel quel',
  enable: 'Rouvrir l’accès',
  enabled: name => `L’accès de ${name} est rouvert`,
}
