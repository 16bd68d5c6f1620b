import { longestName } from '../input.ts'
import type { StaffTeamText } from './staff-en.ts'

export const fr: StaffTeamText = {
  title: 'Équipe',
  description: 'Qui, au laboratoire, peut entrer, et ce que chacun peut faire.',
  add: 'Inviter une personne',
  failed: 'L’équipe n’a pas pu être chargée',
  columns: { name: 'Nom', role: 'Rôle', state: 'État', signedInAt: 'Dernière connexion', actions: 'Actions' },
  own: name => `${name} (vous)`,
  never: 'Aucune connue',
  mayDo: {
    administrator: 'Peut tout faire, et dit qui peut entrer.',
    production: 'Travaille sur les travaux, les fichiers et les fiches de traçabilité.',
    accounting: 'Facture, crédite et rembourse, saisit les paiements, rapproche les virements, règle la facturation.',
    driver: 'Porte et collecte : tournées, collectes, expéditions, fournitures.',
  },
  changeRole: 'Changer le rôle…',
  roleForm: {
    title: name => `Le rôle de ${name}`,
    description: 'Il vaut dès sa prochaine action, sans nouvelle connexion.',
    role: 'Rôle',
    submit: 'Enregistrer',
    failed: 'Le rôle n’est pas modifié',
    done: (name, role) => `${name} a désormais le rôle ${role}`,
  },
  secondFactor: 'Vérification en deux étapes',
  security: {
    title: 'Sécurité',
    failed: 'Les exigences du laboratoire n’ont pas pu être chargées',
    demanded: 'Exiger la vérification en deux étapes de toute l’équipe',
    hint: 'Vaut dès le prochain clic de chacun\u00a0: qui ne l’a pas activée est invité à le faire, et ne voit rien d’autre d’ici là.',
    question: 'Exiger la vérification en deux étapes de toute l’équipe\u202f?',
    held: (count, names) =>
      count === 0
        ? 'Chacun l’a déjà activée\u00a0: personne n’est retenu.'
        : count === 1
          ? `Une personne ne l’a pas encore activée\u00a0: ${names}. Elle est retenue dès son prochain clic, jusqu’à ce qu’elle l’active.`
          : `${count} personnes ne l’ont pas encore activée\u00a0: ${names}. Elles sont retenues dès leur prochain clic, jusqu’à ce qu’elles l’activent.`,
    demand: 'L’exiger de toute l’équipe',
    on: 'La vérification en deux étapes est désormais exigée de l’équipe',
    off: 'La vérification en deux étapes est laissée au choix de chacun',
  },
  refusals: {
    own_account:
      'Personne ne modifie son propre rôle ni son propre accès. Demandez à une autre personne de l’administration.',
    not_of_the_team: 'Cette personne ne travaille pas (ou plus) sur les travaux. Choisissez-en une autre.',
    nothing_to_hand_on:
      'C’était déjà fait, et aucun travail en cours n’est plus à son nom. La liste des travaux dit à qui ils sont.',
    login_taken: 'Quelqu’un se connecte déjà avec cette adresse e‑mail.',
    not_waiting: 'Cette personne a déjà un mot de passe, ou son accès est fermé.',
    last_administrator:
      'C’est la dernière personne de l’administration qui peut entrer. Donnez d’abord ce rôle à quelqu’un d’autre.',
    second_factor_off: 'Cette personne n’a pas activé la vérification en deux étapes\u00a0: son mot de passe suffit.',
    own_second_factor: 'La vôtre se désactive sous «\u00a0Mon compte\u00a0».',
    own_second_factor_first:
      'Activez d’abord la vérification en deux étapes pour vous-même, sous «\u00a0Mon compte\u00a0».',
  },
  form: {
    title: 'Inviter une personne du laboratoire',
    description: 'Elle est invitée par e‑mail à choisir un mot de passe, et se connectera avec cette adresse.',
    handedOver:
      'Aucun e‑mail ne part\u00a0: vous lui remettrez un lien pour choisir un mot de passe. Son adresse sert à se connecter.',
    fields: { firstName: 'Prénom', lastName: 'Nom', email: 'Adresse e‑mail', role: 'Rôle' },
    required: 'Remplissez ce champ.',
    tooLong: `${longestName} caractères au plus.`,
    mail: 'Saisissez une adresse comme nom@laboratoire.fr.',
    submit: 'Inviter',
    failed: 'Personne n’a été invité',
    refusals: { login_taken: 'Quelqu’un se connecte déjà avec cette adresse e‑mail.' },
  },
}
