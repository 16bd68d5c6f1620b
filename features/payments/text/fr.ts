import type { PaymentsText } from './en.ts'

export const fr: PaymentsText = {
  choice: {
    payOnline: 'Payer en ligne',
    payOne: piece => `Payer en ligne : ${piece}`,
    choose: piece => `Choisir ${piece}`,
    chosen: (count, amount) => (count === 1 ? `1 facture choisie, ${amount}` : `${count} factures choisies, ${amount}`),
    tooLittle:
      'Moins de 1,00\u00a0€ ne se paie pas en ligne\u00a0: choisissez une autre facture avec, ou appelez le laboratoire.',
    clear: 'Tout désélectionner',
  },
  refusals: {
    not_payable: 'Une partie est déjà en cours de paiement ou n’est plus due. Revoyez la liste.',
    mode_not_offered: 'Le laboratoire ne peut pas être payé de cette façon en ce moment.',
    too_many_under_way:
      '50 paiements sont en cours, il ne peut y en avoir davantage. Renoncez à ceux que vous ne ferez pas, ou attendez que le laboratoire les ait reçus.',
    amount_above_due: 'Le montant dépasse ce qui est dû.',
    nothing_open: 'Il n’y a plus rien en votre faveur, ou une de ces factures est déjà en cours de paiement.',
    payment_over: 'Ce paiement est terminé. Ce qu’il est devenu est indiqué ici.',
    card_unreachable: 'Le service de carte ne répond pas. Rien n’a été débité : réessayez dans un instant.',
    card_refused:
      'Les cartes ne peuvent pas être acceptées en ce moment. Rien n’a été débité : payez par virement ou appelez le laboratoire.',
    credit_moved:
      'Rien n’a été utilisé\u00a0: le montant a changé entre-temps. Ce qui serait réglé est indiqué ci-dessus, à jour.',
    not_found: 'Ces factures sont introuvables.',
  },
  dialog: {
    title: (count, piece) => (count === 1 ? `Payer ${piece}` : `Payer ${count} factures`),
    due: 'Montant dû',
    mode: 'Moyen de paiement',
    modes: { transfer: 'Virement', card: 'Carte' },
    details: {
      transfer: 'Vous l’annoncez, puis vous le faites auprès de votre banque.',
      card: 'Sur la page sécurisée du service de carte.',
    },
    iban: 'IBAN du laboratoire',
    bic: 'BIC',
    afterAnnouncing: count =>
      `La référence pour votre banque vient ensuite. Jusqu’à l’arrivée du virement, ${count === 1 ? 'la facture est indiquée' : 'les factures sont indiquées'} en cours de paiement.`,
    test: 'Essai : aucune carte n’est débitée.',
    part: 'Combien',
    whole: 'La totalité',
    partly: 'Une partie',
    amount: 'Montant en euros',
    tooLittleLeft: rest => `Il resterait ${rest}, trop peu pour être payé seul en ligne\u00a0: moins de 1,00\u00a0€.`,
    amountHint: (due, count) =>
      `Au plus ${due}.${count === 1 ? '' : ' La facture la plus ancienne est payée d’abord.'}`,
    faults: {
      missing: 'Indiquez un montant, par exemple 150,00.',
      amount_too_small: 'Montant minimum : 1,00 €',
      amount_above_due: due => `Le montant ne peut pas dépasser ce qui est dû : ${due}.`,
    },
    submit: { transfer: 'Annoncer un virement', card: 'Aller à la page de paiement' },
    failed: 'Le paiement n’a pas commencé',
    nothingOffered:
      'Le laboratoire ne peut pas encore être payé en ligne. Appelez-le pour convenir d’un moyen de paiement.',
    modesFailed: 'Les moyens de paiement n’ont pas pu être chargés',
  },
  credit: {
    title: amount => `Vous avez ${amount} en votre faveur`,
    meaning: count =>
      count === 1
        ? 'Cette somme peut régler cette facture, sans rien verser\u00a0:'
        : 'Cette somme peut régler les factures choisies, la plus ancienne d’entre elles d’abord, sans rien verser\u00a0:',
    failed: 'Ce qui serait réglé n’a pas pu être chargé',
    fromTo: (before, after) => `${before} dus, il resterait ${after} à payer`,
    whole: before => `${before} dus, qui seraient entièrement réglés`,
    kept: amount => `Il resterait ${amount} en votre faveur.`,
    spend: (amount, count, piece) =>
      count === 1 ? `Utiliser ${amount} pour ${piece}` : `Utiliser ${amount} pour ${count} factures`,
    spent: 'En votre faveur, utilisé',
    done: amount => `${amount} en votre faveur ont été utilisés`,
  },
  open: {
    title: count => (count === 1 ? 'Un paiement est en cours' : `${count} paiements sont en cours`),
    one: (amount, mode) => (mode === 'card' ? `${amount} par carte` : `${amount} par virement`),
  },
}
