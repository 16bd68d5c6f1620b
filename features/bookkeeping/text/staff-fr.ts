import type { BookkeepingText } from './staff-en.ts'

const counted = (count: number, one: string, many: string) =>
  count > 0 && `${count.toLocaleString('fr-FR')} ${count > 1 ? many : one}`

export const fr: BookkeepingText = {
  title: 'Écritures',
  description:
    'Vos factures, avoirs et règlements en écritures comptables, pour le logiciel de votre expert-comptable.',
  toolbar: 'Choisir la période',
  presets: {
    before: 'Le mois dernier',
    month: 'Ce mois',
    year: 'Cette année',
    yearBefore: 'L’année dernière',
  },
  journal: 'Journaux',
  journalNames: { both: 'Ventes et règlements', salesJournal: 'Ventes seules', paymentsJournal: 'Règlements seuls' },
  unfinished: 'Cette période n’est pas finie\u00a0: d’autres écritures s’y ajouteront.',
  receivedBefore: count =>
    count > 1
      ? `${count} règlements de cette période ont été reçus avant elle\u00a0: ils sont à la date où ils ont été saisis, et la date de leur pièce dit quand l’argent est arrivé.`
      : 'Un règlement de cette période a été reçu avant elle\u00a0: il est à la date où il a été saisi, et la date de sa pièce dit quand l’argent est arrivé.',
  period: 'Période',
  from: 'Du',
  to: 'Au',
  since: day => `Depuis le ${day}`,
  until: day => `Jusqu’au ${day}`,
  apply: 'Appliquer',
  anyDate: 'Le mois dernier',
  orderWrong: 'La fin doit suivre le début.',
  clamped: 'Un an au plus est pris à la fois\u00a0: la dernière année est affichée.',
  export: 'Télécharger les écritures',
  exportFailed: 'Les écritures n’ont pas pu être téléchargées',
  failed: 'Les écritures n’ont pas pu être chargées',
  outdated: 'Ces sommes ne sont peut-être plus à jour',
  entries: days => `Écritures, ${days}`,
  caption: 'Totaux de la période par compte',
  pieces: (invoices, credits, payments, returns) =>
    [
      counted(invoices, 'facture', 'factures'),
      counted(credits, 'avoir', 'avoirs'),
      counted(payments, 'règlement', 'règlements'),
      counted(returns, 'règlement annulé, rejeté ou remboursé', 'règlements annulés, rejetés ou remboursés'),
    ]
      .filter(Boolean)
      .join(', ') || 'Aucune pièce',
  defined:
    'À la date que porte chaque pièce. Sans les pro forma, qui ne se comptabilisent pas, ni les soldes d’avant le portail, qui sont déjà dans vos comptes. Un impayé, ou un remboursement fait à la main, sort de la banque. Le fichier a les colonnes du fichier des écritures comptables (texte, tabulations, UTF-8).',
  columns: { account: 'Compte', use: 'Libellé', debit: 'Débit', credit: 'Crédit' },
  whole: 'Total',
  nothing: 'Rien n’a été émis ni reçu dans cette période.',
  nothingInJournal: 'Rien dans ce journal pour cette période.',
  nothingAdvice: 'Choisissez-en une autre pour voir ses écritures.',
  settings: 'Comptes et journaux',
  settingsHint:
    'Ceux de votre expert-comptable. Ils valent pour chaque fichier à partir de maintenant, périodes passées comprises.',
  journals: { salesJournal: 'Journal des ventes', paymentsJournal: 'Journal des règlements' },
  uses: {
    customers: 'Clients',
    exemptSales: 'Ventes exonérées de TVA',
    taxedSales: 'Ventes soumises à la TVA',
    vat: 'TVA collectée',
    bank: 'Banque',
    cards: 'Cartes à encaisser',
    cheques: 'Chèques à encaisser',
    cash: 'Caisse',
  },
  accountsFailed: 'Les comptes n’ont pas pu être chargés',
  accountWrong: '3 à 12 chiffres ou lettres.',
  classWrong: classes => `Ce compte commence par ${classes}.`,
  saidTwice: 'Ce code sert déjà à autre chose.',
  journalWrong: '1 à 6 chiffres ou lettres.',
  required: 'À renseigner.',
  tooLong: 'C’est trop long.',
  submit: 'Enregistrer les comptes',
  saved: 'Les comptes sont enregistrés',
  notSaved: 'Les comptes n’ont pas pu être enregistrés',
  refusals: {
    changed_meanwhile: 'Quelqu’un d’autre les a modifiés entre-temps.',
  },
  customer: {
    title: practice => `Compte de ${practice}`,
    description:
      'Le compte de ce cabinet chez votre expert-comptable. Ses écritures le portent, périodes passées comprises.',
    field: 'Compte',
    hint: usual => `Laissez vide pour le compte par défaut, ${usual}.`,
    wrong: 'Chiffres et lettres seulement, 17 au plus, et pas le compte par défaut d’un autre cabinet.',
    submit: 'Enregistrer le compte',
    saved: 'Le compte est enregistré',
    failed: 'Le compte n’a pas pu être enregistré',
    refusals: {
      account_taken: 'Un autre cabinet a déjà ce compte.',
      changed_meanwhile: 'Quelqu’un d’autre l’a modifié entre-temps.',
    },
  },
}
