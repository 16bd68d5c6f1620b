import type { TakingsText } from './takings-en.ts'

export const fr: TakingsText = {
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
}
