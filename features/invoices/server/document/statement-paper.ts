import type { StatementDocument } from '../../document.ts'
import { dayOnPaper, daysOnPaper, figureOnPaper, moneyOnPaper } from './document-figures.ts'
import { documentText } from './document-text.ts'
import { openLetter } from './letter.ts'
import { leading, looks } from './paper-looks.ts'
import { drawTable } from './paper-table.ts'
import { drawTransfer } from './totals-block.ts'

const columns = [
  { name: 'date', x: 0, width: 74 },
  { name: 'piece', x: 80, width: 104 },
  { name: 'about', x: 190, width: 104 },
  { name: 'debit', x: 298, width: 62, isFigure: true },
  { name: 'credit', x: 364, width: 62, isFigure: true },
  { name: 'balance', x: 430, width: 65, isFigure: true },
] as const

/** The opening balance, each entry and the closing balance, so that anybody can add them up. */
export async function drawStatement(statement: StatementDocument): Promise<Uint8Array<ArrayBuffer>> {
  const { language, from, to, openingCents, entries, now, transfer } = statement
  const words = documentText(language)
  const day = (on: string) => dayOnPaper(on, language)
  const figure = (cents: number) => figureOnPaper(cents, language)
  let balance = openingCents
  const rows = entries.map(({ on, kind, pieceCode, about, receivedOn, cents }) => {
    balance += cents
    return {
      date: day(on),
      piece: pieceCode,
      about: about ?? (receivedOn ? words.statement.received(day(receivedOn)) : words.statement.kinds[kind]),
      debit: cents >= 0 ? figure(cents) : '',
      credit: cents < 0 ? figure(-cents) : '',
      balance: figure(balance),
    }
  })
  const closingCents = balance
  const { flow, t, finish } = openLetter({
    title: words.statementTitle,
    number: daysOnPaper({ from, to }, language),
    language,
    createdAt: statement.issuedAt,
    look: statement.look,
    seller: statement.seller,
    to: statement.buyer,
    toLabel: words.toPractice,
    facts: [
      [words.statement.opening, moneyOnPaper(openingCents, language)],
      [words.statement.closingOn(day(to)), moneyOnPaper(closingCents, language)],
      ...(now ? ([[words.statement.overdue, moneyOnPaper(now.overdueCents, language)]] as const) : []),
    ],
  })
  const total = (about: string, on: string, cents: number) => ({
    date: day(on),
    piece: '',
    about,
    debit: '',
    credit: '',
    balance: figure(cents),
    look: looks.strong,
  })
  drawTable(flow, columns, t.statement.columns, [
    total(t.statement.opening, from, openingCents),
    ...rows,
    total(t.statement.closing, to, closingCents),
  ])
  const isAsked = now !== null && closingCents > now.pendingCents && transfer !== null
  flow.keep(isAsked ? 160 : leading)
  flow.draw(flow.paragraph(closing(closingCents, statement), looks.strong, flow.width), leading)
  flow.y += 12
  if (isAsked) drawTransfer(flow, transfer, t)
  return finish()
}

function closing(cents: number, { language, to, now }: StatementDocument): string {
  const t = documentText(language).statement
  const money = (of: number) => moneyOnPaper(of, language)
  if (!now) return t.was(dayOnPaper(to, language), money(Math.abs(cents)), Math.sign(cents))
  if (cents < 0) return t.inYourFavour(money(-cents))
  if (cents === 0) return t.even
  return now.pendingCents > 0 ? t.owedWithPending(money(cents), money(now.pendingCents)) : t.owed(money(cents))
}
