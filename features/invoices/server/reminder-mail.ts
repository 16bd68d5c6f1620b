import { type Day, formatDay } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { formatMoney } from '#kit/money.ts'
import type { MailText } from '#kit/server/mail-parts.ts'
import type { Reminded } from './reminders-sql.ts'

// Read in mail programs only, so it stays on the server. It never mentions a patient or a case.
const fr = {
  hello: 'Bonjour,',
  subject: (count: number): string =>
    count > 1 ? `Rappel\u00a0: ${count} factures à régler` : 'Rappel\u00a0: une facture à régler',
  sentence: (count: number): string =>
    count > 1
      ? 'Sauf erreur de notre part, ces factures sont arrivées à échéance et ne sont pas entièrement réglées.'
      : 'Sauf erreur de notre part, cette facture est arrivée à échéance et n’est pas entièrement réglée.',
  line: (day: string, amount: string) => `Échéance\u00a0: ${day}. Reste à régler\u00a0: ${amount}.`,
  total: (amount: string) => `En tout\u00a0: ${amount}.`,
  inFavour: (amount: string) => `${amount} sont en votre faveur et n’en sont pas encore déduits.`,
  open: 'Voir ce qui est à régler',
  crossed: 'Si vous venez de payer, ne tenez pas compte de cet e-mail. Pour toute question, appelez-nous.',
}
const en: typeof fr = {
  hello: 'Hello,',
  subject: count => (count > 1 ? `Reminder: ${count} invoices to pay` : 'Reminder: an invoice to pay'),
  sentence: count =>
    count > 1
      ? 'Unless we are mistaken, these invoices are past their due date and not fully paid.'
      : 'Unless we are mistaken, this invoice is past its due date and not fully paid.',
  line: (day, amount) => `Due on ${day}. Left to pay: ${amount}.`,
  total: amount => `In all: ${amount}.`,
  inFavour: amount => `${amount} are in your favour and not deducted yet.`,
  open: 'See what is to be paid',
  crossed: 'If you have just paid, please ignore this e-mail. If you have any question, call us.',
}

/** All of a reader's reminders of a day, in one mail. */
export function reminderMail(language: Language, pieces: readonly Reminded[]): MailText {
  const t = { fr, en }[language]
  const nameDay = (day: Day) => formatDay(day, language, 'long')
  const inFavour = pieces[0]?.inFavourCents ?? 0
  const total = pieces.reduce((sum, { dueCents }) => sum + dueCents, 0)
  return {
    subject: t.subject(pieces.length),
    blocks: [
      t.hello,
      t.sentence(pieces.length),
      {
        list: pieces.map(({ pieceCode, dueOn, dueCents }) => ({
          link: { label: pieceCode, path: `/invoices?search=${encodeURIComponent(pieceCode)}` },
          lines: [t.line(nameDay(dueOn), formatMoney(dueCents, language))],
        })),
      },
      ...(pieces.length > 1 ? [t.total(formatMoney(total, language))] : []),
      ...(inFavour > 0 ? [t.inFavour(formatMoney(inFavour, language))] : []),
      { label: t.open, path: '/invoices?due=overdue' },
      t.crossed,
    ],
  }
}
