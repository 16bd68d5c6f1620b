import type { BillingText } from './billing-en.ts'

const number = (value: number) => value.toLocaleString('fr-FR')
const practices = (count: number) => (count < 2 ? `${count} cabinet` : `${number(count)} cabinets`)
const cases = (count: number) => (count < 2 ? `${count} travail` : `${number(count)} travaux`)

export const fr: BillingText = {
  billing: {
    description:
      'Les travaux livrés qui ne sont encore sur aucune facture, et ce que les cabinets répondent aux pro forma.',
    settings: 'Réglages',
    pieces: 'Toutes les pièces',
    toBill: 'À facturer',
    search: 'Trouver un cabinet',
    until: 'Livrés jusqu’au',
    apply: 'Appliquer',
    columns: { practice: 'Cabinet', cases: 'Travaux', total: 'TTC', balance: 'Doit' },
    gaps: {
      siren_missing: 'sans SIREN',
      siren_is_rpps: 'RPPS au lieu du SIREN',
      siren_wrong: 'SIREN inexact',
      address: 'adresse incomplète',
      mailbox: 'sans e‑mail',
    },
    gapsTitle: count =>
      count < 2
        ? 'Il manque à la facture d’un cabinet ce que la loi demande'
        : `Il manque aux factures de ${number(count)} cabinets ce que la loi demande`,
    gapsMore: count => (count < 2 ? 'et un autre' : `et ${number(count)} autres`),
    gapsAfter: 'Rien n’est bloqué\u202f; ce qui est complété avant vaut pour ces pièces.',
    complete: 'Compléter le cabinet',
    enterNumber: 'Saisir le SIREN',
    addressBy: 'Un administrateur du laboratoire complète l’adresse.',
    unpriced: count => `dont ${number(count)} sans prix`,
    contested: count => (count < 2 ? 'dont 1 contesté' : `dont ${number(count)} contestés`),
    contestedToo: count =>
      count < 2 ? '1 travail contesté est facturé aussi' : `${number(count)} travaux contestés sont facturés aussi`,
    contestedOut: count =>
      count < 2
        ? '1 travail contesté reste de côté\u00a0: son problème attend une réponse'
        : `${number(count)} travaux contestés restent de côté\u00a0: leurs problèmes attendent une réponse`,
    contestedMore: count => `et ${number(count)} de plus`,
    takeContested: 'Facturer aussi les travaux contestés',
    credited: count => (count < 2 ? '1 repris par un avoir' : `${number(count)} repris par un avoir`),
    choose: name => `Choisir ${name}`,
    empty: {
      title: 'Tout est facturé',
      description: 'Les travaux livrés figurent ici jusqu’à ce qu’une pièce les reprenne.',
    },
    notFound: { title: 'Aucun cabinet de ce nom', description: 'Essayez un autre mot, ou effacez la recherche.' },
    clear: 'Effacer la recherche',
    bill: (count, amount) => `Facturer ${practices(count)} · ${amount}`,
    runTitle: count => `Facturer ${practices(count)}`,
    runAsProForma: 'Chaque cabinet reçoit d’abord une pro forma, qu’il approuve ou questionne.',
    runAsInvoice: 'Chaque cabinet reçoit une facture, définitive\u00a0: elle ne se corrige que par un avoir.',
    leftOut: count =>
      count < 2
        ? '1 travail reste de côté\u00a0: il lui manque un prix. Il reste ici.'
        : `${number(count)} travaux restent de côté\u00a0: il leur manque un prix. Ils restent ici.`,
    runIsLate: {
      title: 'Ces pièces porteront la date d’aujourd’hui',
      hint: 'Une facture récapitulative s’établit au plus tard à la fin du mois des livraisons (CGI, art. 289, I, 3).',
    },
    until_: 'Livrés jusqu’au',
    practices: 'Cabinets',
    cases: 'Travaux',
    net: 'HT',
    total: 'TTC',
    begin: count => `Facturer ${practices(count)}`,
    began: 'La campagne a commencé\u202f; elle continue si vous partez.',
    over: (pieces, amount) =>
      pieces < 2
        ? `Campagne terminée\u00a0: ${pieces} pièce, ${amount} TTC`
        : `Campagne terminée\u00a0: ${number(pieces)} pièces, ${amount} TTC`,
    running: (done, all) => `Campagne en cours\u00a0: ${number(done)} sur ${practices(all)}`,
    resume: 'La reprendre',
    resumed: 'La campagne reprend.',
    runs: 'Dernières campagnes',
    runColumns: { until: 'Livrés jusqu’au', practices: 'Cabinets', pieces: 'Pièces', amount: 'TTC', left: 'De côté' },
    proFormas: 'Pro forma',
    proFormasShown: (shown, all) => `${number(shown)} sur ${number(all)}`,
    openProFormas: 'Toutes celles qui attendent',
    allProFormas: 'Toutes les pro forma',
    proFormaColumns: { piece: 'Pièce', practice: 'Cabinet', amount: 'Montant', answer: 'Réponse' },
    waitingForIt: 'Attend le cabinet',
    approved: 'Approuvée',
    questioned: 'Questionnée',
    issue: 'Émettre la facture',
    issueOf: piece => `Émettre la facture de ${piece}`,
    issueTitle: (count, piece) =>
      count < 2 ? `Émettre la facture de ${piece}\u202f?` : `Émettre ${number(count)} factures\u202f?`,
    issueDescription: sum => `${sum} TTC. Une facture ne change plus\u00a0: une erreur se corrige par un avoir.`,
    issueAll: count => (count < 2 ? 'Émettre celle qui est approuvée' : `Émettre les ${number(count)} approuvées`),
    issued: count => (count < 2 ? `${count} facture émise` : `${number(count)} factures émises`),
  },
  choice: {
    chosen: (chosen, of) => `${number(chosen)} sur ${number(of)}`,
    sum: (net, total) => `${net} HT, ${total} TTC`,
    all: 'Tout choisir',
    none: 'Tout désélectionner',
  },
  owed: {
    title: 'Ce que doivent les cabinets',
    defined: day =>
      `Aujourd’hui, ${day}, selon l’ancienneté de l’échéance\u202f; ce qui est en route en fait partie jusqu’à son arrivée.`,
    practice: 'Cabinet',
    ages: {
      notDueCents: 'À échoir',
      upTo30Cents: '1 à 30 jours',
      upTo60Cents: '31 à 60 jours',
      upTo90Cents: '61 à 90 jours',
      olderCents: 'Plus de 90 jours',
    },
    inFavour: 'En sa faveur',
    balance: 'Doit',
    all: 'Tous les cabinets',
    nothing: 'Aucun cabinet ne doit rien.',
    shortened: most => `Les ${most} qui ont le plus de retard\u202f; l’export les contient tous.`,
    export: 'Balance âgée (CSV)',
    exportName: day => `balance-agee-${day}.csv`,
    exportFailed: 'La balance âgée n’a pas pu être exportée',
    failed: 'Ce que doivent les cabinets n’a pas pu être chargé',
    outdated: 'Ces sommes ne sont peut-être plus à jour',
  },
  takings: {
    title: year => `Facturé et encaissé en ${year}`,
    defined:
      'Factures moins avoirs, et reçus moins ce qui a été rendu, chacun à la date qu’il porte. Ni les pro forma ni les soldes initiaux ne comptent.',
    caption: 'Facturé et encaissé par mois',
    show: year => `Voir ${year}`,
    month: 'Mois',
    net: 'HT',
    vat: 'TVA',
    total: 'TTC',
    received: 'Encaissé',
    whole: 'Ensemble',
    failed: 'Ce qui a été facturé et encaissé n’a pas pu être chargé',
    outdated: 'Ces sommes ne sont peut-être plus à jour',
  },
  practice: {
    balance: 'Doit',
    inFavour: 'En sa faveur',
    toBill: 'À facturer',
    waiting: 'Travaux à facturer',
    columns: { case: 'Travail', delivered: 'Livré', price: 'HT' },
    contested: 'Problème sans réponse',
    remake: 'Réfection',
    nothing: 'rien à facturer',
    noWork: 'Ce travail ne comporte aucune ligne.',
    priceMissing: label => `Sans prix\u00a0: ${label}`,
    setPrice: 'Saisir le prix',
    changePrice: 'Modifier le prix',
    changePriceOf: code => `Modifier le prix du travail ${code}`,
    credited: {
      title: 'Repris par un avoir, à facturer de nouveau',
      description:
        'Aucune campagne ne facture ces travaux\u00a0: choisissez ceux que le cabinet doit payer, au bon prix\u202f; offrez ceux qu’il ne doit pas.',
      by: piece => `Avoir ${piece}`,
    },
    setPriceOf: (label, code) => `Saisir le prix de ${label}, travail ${code}`,
    empty: { title: 'Rien à facturer', description: 'Tous les travaux livrés de ce cabinet sont sur une pièce.' },
    free: {
      title: 'Rien à payer',
      description: 'Rien à faire\u00a0: ce qui ne coûte rien ira avec la prochaine facture de ce cabinet.',
    },
    issue: (count, amount) => `Facturer ${cases(count)} · ${amount}`,
    pieces: 'Ses pièces',
    statement: 'Relevé de compte',
    pay: 'Saisir un paiement',
    initialBalance: 'Saisir son solde initial',
    correctBalance: 'Corriger son solde initial',
    customerAccount: 'Compte client',
    changeCustomerAccount: 'Modifier le compte client…',
    actions: 'Plus',
    chooseCase: code => `Choisir le travail ${code}`,
  },
}
