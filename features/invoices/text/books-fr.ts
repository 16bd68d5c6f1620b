import type { MissingPart } from '../billing-rules.ts'
import type { BooksText } from './books-en.ts'

const missing: Record<MissingPart, string> = {
  legalName: 'la raison sociale\u00a0: celle qui est proposée vaut une fois enregistrée',
  siren: 'le SIREN',
  address: 'l’adresse',
  vatNumber: 'le numéro de TVA, ou que le laboratoire ne facture pas la TVA\u00a0: certains de ses produits sont taxés',
}

export const fr: BooksText = {
  refusals: {
    settings_missing:
      'Il manque dans les réglages de facturation ce que la loi veut sur une facture. Complétez-les d’abord.',
    billed_already:
      'Un de ces travaux est déjà sur une pièce\u00a0: un collègue a été plus rapide. La liste a été rechargée.',
    not_delivered: 'Un de ces travaux n’est pas encore livré.',
    not_priced: 'Un de ces travaux n’a pas de prix.',
    decision_not_allowed: 'Quelqu’un en a décidé autrement entre-temps. Voyez l’état actuel.',
    credited_already: 'Un avoir a déjà repris ces lignes.',
    not_creditable: 'Seule une facture peut faire l’objet d’un avoir.',
    nothing_open: 'Il ne reste rien à imputer d’un côté ou de l’autre.',
    not_overdue: 'Elle n’est pas en retard, ou a été payée entre-temps.',
    payment_disputed: 'La banque du payeur réclame ce paiement\u00a0: parlez-en au cabinet.',
    covered_by_credit: 'Ce qui est en faveur du cabinet couvre tout ce qui est en retard\u00a0: imputez-le d’abord.',
    mails_not_sent: 'Rien n’est parti\u00a0: ce portail n’a pas de serveur de messagerie. Appelez le cabinet.',
    nobody_to_remind: 'Personne ne gère le compte de ce cabinet, ou aucune adresse n’y est joignable. Appelez-le.',
    reminded_today: 'Le cabinet a déjà été relancé aujourd’hui pour cette pièce.',
    reminded_often: 'Le cabinet a été relancé cinq fois pour cette pièce. Appelez-le.',
    entered_already: 'Ce cabinet a déjà un solde initial.',
    not_payable: 'Une de ces factures a été payée entre-temps.',
    entered_alike:
      'Un paiement semblable a été saisi ces 60 derniers jours\u00a0: même cabinet, même moyen, même montant, même référence. Si c’en est un autre, enregistrez-le quand même.',
    recorded_from_file:
      'Le fichier de la banque a déjà enregistré un paiement de ce montant pour ce cabinet, à une semaine près. Si c’en est un autre, enregistrez-le quand même.',
    told_alike:
      'Le logiciel du laboratoire a déjà déclaré ce montant pour ce cabinet, à une semaine près. Si c’est un autre paiement, enregistrez-le quand même.',
    transfer_over: 'Ce virement n’est plus attendu\u00a0: il est déjà enregistré, ou a été retiré.',
    changed_meanwhile: 'Quelqu’un a modifié les réglages depuis que vous les avez ouverts.',
  },
  outdated: 'Ceci n’est peut-être plus à jour',
  failed: 'Le chargement a échoué',
  actFailed: 'Cela n’a pas été fait',
  optional: '(facultatif)',
  required: 'Remplissez ce champ.',
  tooLong: 'Trop long.',
  amountWrong: 'Saisissez un montant, comme 149,00.',
  amountSmall: 'Au moins 0,01\u00a0€.',
  amountLarge: 'Plus de 1\u202f000\u202f000\u00a0€\u00a0: sans doute une erreur de frappe.',
  missing: 'Rien ne peut encore être émis\u00a0: il reste à enregistrer',
  missingParts: missing,
  noIban: 'Sans IBAN, les cabinets ne peuvent pas payer par virement.',
  complete: 'Compléter les réglages',
  invoicing: 'Facturation',
  meansOf: {
    transfer: 'Virement',
    check: 'Chèque',
    cash: 'Espèces',
    direct_debit: 'Prélèvement',
    card: 'Carte, au laboratoire',
    other: 'Autre',
  },
}
