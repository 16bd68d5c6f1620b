import type { SeldomText } from './seldom-en.ts'

export const fr: SeldomText = {
  gaps: {
    title: 'Ses factures ne diront pas tout ce que la loi demande',
    siren_missing: 'Il manque son SIREN ou son SIRET.',
    siren_is_rpps:
      'Le numéro saisi est un RPPS, celui d’une personne\u00a0: une facture demande le SIREN ou le SIRET du cabinet.',
    siren_wrong: 'Le numéro saisi n’est ni un SIREN ni un SIRET valable.',
    address: 'Il manque sa rue, son code postal ou sa ville.',
    mailbox:
      'Sans SIREN ni e‑mail, rien ne dit où porter ses factures\u00a0: leurs documents attendent d’avoir l’un ou l’autre.',
    complete: 'Compléter',
    after: 'Facturer reste possible. Ce qui est complété vaut pour les pièces à venir.',
  },
  closing: {
    title: name => `Fermer l’accès à tous ceux de ${name}\u202f?`,
    description: 'Qui est connecté est déconnecté aussitôt. Travaux, factures et fichiers restent tels quels.',
    act: name => `Fermer l’accès de ${name}`,
    done: name => `Plus personne de ${name} n’entre`,
  },
  opening: {
    title: name => `Rouvrir l’accès de ${name}\u202f?`,
    description: 'Ceux qui pouvaient entrer le peuvent de nouveau. Qui avait son accès fermé le garde fermé.',
    act: name => `Rouvrir l’accès de ${name}`,
    done: name => `${name} peut de nouveau entrer`,
  },
  dlcpm: {
    label: 'DLCPM\u00a0: pas de nouveau travail',
    hint: 'Suit les travaux, sans commander ni changer de langue. Seul le laboratoire en décide.',
  },
  change: {
    title: name => `Modifier ${name}`,
    description: 'D’autres tournées déplacent les livraisons promises, montrées avant d’enregistrer.',
    name: 'Nom du cabinet',
    address: 'Rue',
    postalCode: 'Code postal',
    city: 'Ville',
    vatNumber: 'Numéro de TVA',
    vatNumberWrong: 'Ce n’est pas un numéro de TVA, ou sa clé ne convient pas au SIREN. Exemple\u00a0: FR44732829320.',
    deliveryAddress: 'Rue de livraison',
    deliveryAddressHint:
      'Seulement si les travaux sont livrés à une autre adresse\u00a0: elle figure sur les factures.',
    deliveryPostalCode: 'Code postal de livraison',
    deliveryCity: 'Ville de livraison',
    noDay: 'Choisissez au moins un jour.',
    tooLong: 'C’est trop long.',
    submit: 'Enregistrer',
    failed: 'Le cabinet n’est pas enregistré',
    saved: 'Cabinet enregistré',
  },
}
