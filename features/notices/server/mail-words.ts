import type { HoldReason } from '#features/cases/contract.ts'
import type { Language } from '#kit/language.ts'
import type { NoticeKind } from '../contract.ts'
import type { ToldPiece } from './sql.ts'

type PieceType = ToldPiece['type']

// Read in mail programs, never on our screens, so it stays on the server. No word here is about a patient, and none is user
// input.
const fr = {
  hello: 'Bonjour,',
  one: 'Il y a du nouveau sur un de vos travaux.',
  several: 'Il y a du nouveau sur vos travaux.',
  account: 'Le laboratoire a répondu à votre demande de modification.',
  onePiece: 'Le laboratoire a émis un document pour votre cabinet.',
  severalPieces: 'Le laboratoire a émis des documents pour votre cabinet.',
  mixed: 'Il y a du nouveau pour votre cabinet.',
  digest: 'Voici ce qui s’est passé depuis votre dernier récapitulatif.',
  case: (code: string) => `Travail ${code}`,
  piece: (type: PieceType, code: string) =>
    `${{ invoice: 'Facture', pro_forma: 'Pro forma', credit: 'Avoir' }[type]} ${code}`,
  openPiece: 'Ouvrir le document',
  openPieces: 'Voir les factures',
  otherPieces: (count: number) => (count > 1 ? `… et ${count} autres documents.` : '… et un autre document.'),
  openCase: 'Ouvrir le travail',
  openCases: 'Voir tous les travaux',
  openAccount: 'Voir mon compte',
  others: (count: number) => (count > 1 ? `… et ${count} autres travaux.` : '… et un autre travail.'),
  subject: {
    line: (code: string, line: string) => `${code} : ${line}`,
    cases: (count: number) => `Du nouveau sur ${count} travaux`,
    account: 'Votre demande de modification est décidée',
    pieces: (count: number) => `${count} nouveaux documents du laboratoire`,
    mixed: 'Du nouveau pour votre cabinet',
    digest: (day: string) => `Votre récapitulatif du ${day}`,
  },
  told: {
    on_hold: (reason: HoldReason | null): string =>
      reason === 'implant_parts' ? 'en attente des pièces implantaires' : 'en attente de votre réponse',
    message: (count: number) => (count > 1 ? `${count} messages du laboratoire` : 'un message du laboratoire'),
    new_date: (day: string | null): string =>
      day ? `nouvelle date de livraison : ${day}` : 'la date de livraison est retirée',
    shipped: 'expédié',
    delivered: 'livré',
    not_delivered: 'pas encore livré : la remise avait été notée par erreur',
    registered: 'enregistré',
    request_decided: 'demande de modification décidée',
    invoice: (amount: string, day: string): string => `${amount} TTC, à régler au plus tard le ${day}`,
    pro_forma: (amount: string): string => `${amount} TTC, à approuver`,
    again: (amount: string): string => `${amount} TTC, soumise à nouveau après votre question, à approuver`,
    credit: (amount: string): string => `${amount} TTC en votre faveur`,
  },
  confidential: 'Cet e-mail ne nomme aucun patient : le détail est dans le portail.',
  settings: 'Choisir mes notifications',
  unsubscribe: 'Ne plus recevoir ces e-mails',
}
export type NoticeWords = typeof fr

const en: NoticeWords = {
  hello: 'Hello,',
  one: 'There is news about one of your cases.',
  several: 'There is news about your cases.',
  account: 'The laboratory has answered your request for a change.',
  onePiece: 'The laboratory has issued a document for your practice.',
  severalPieces: 'The laboratory has issued documents for your practice.',
  mixed: 'There is news for your practice.',
  digest: 'This is what has happened since your last summary.',
  case: code => `Case ${code}`,
  piece: (type, code) => `${{ invoice: 'Invoice', pro_forma: 'Pro forma', credit: 'Credit note' }[type]} ${code}`,
  openPiece: 'Open the document',
  openPieces: 'See the invoices',
  otherPieces: count => (count > 1 ? `… and ${count} more documents.` : '… and one more document.'),
  openCase: 'Open the case',
  openCases: 'See all cases',
  openAccount: 'See my account',
  others: count => (count > 1 ? `… and ${count} more cases.` : '… and one more case.'),
  subject: {
    line: (code, line) => `${code}: ${line}`,
    cases: count => `News about ${count} cases`,
    account: 'Your request for a change is decided',
    pieces: count => `${count} new documents from the laboratory`,
    mixed: 'News for your practice',
    digest: day => `Your summary of ${day}`,
  },
  told: {
    on_hold: reason =>
      reason === 'implant_parts' ? 'on hold, waiting for the implant parts' : 'on hold, waiting for your answer',
    message: count => (count > 1 ? `${count} messages from the laboratory` : 'a message from the laboratory'),
    new_date: day => (day ? `new delivery date: ${day}` : 'the delivery date has been withdrawn'),
    shipped: 'shipped',
    delivered: 'delivered',
    not_delivered: 'not delivered yet: the hand-over had been noted by mistake',
    registered: 'registered',
    request_decided: 'request for a change decided',
    invoice: (amount, day) => `${amount} including VAT, to be paid by ${day}`,
    pro_forma: amount => `${amount} including VAT, to approve`,
    again: amount => `${amount} including VAT, submitted again after your question, to approve`,
    credit: amount => `${amount} including VAT in your favour`,
  },
  confidential: 'This e-mail names no patient: the details are in the portal.',
  settings: 'Choose my notifications',
  unsubscribe: 'Stop these e-mails',
}

export const noticeWords: Record<Language, NoticeWords> = { fr, en }

/** As named on the unsubscribe page and in the settings. */
export const kindNames: Record<Language, Record<NoticeKind, string>> = {
  fr: {
    on_hold: 'travail en attente d’une réponse',
    message: 'message du laboratoire',
    new_date: 'nouvelle date de livraison',
    shipped: 'travail expédié',
    delivered: 'travail livré',
    registered: 'travail enregistré',
    request_decided: 'demande de modification décidée',
    invoice: 'facture, avoir ou pro forma',
  },
  en: {
    on_hold: 'case waiting for an answer',
    message: 'message from the laboratory',
    new_date: 'new delivery date',
    shipped: 'case shipped',
    delivered: 'case delivered',
    registered: 'case registered',
    request_decided: 'request for a change decided',
    invoice: 'invoice, credit note or pro forma',
  },
}
