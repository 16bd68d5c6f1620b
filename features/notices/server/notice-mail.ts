import { hasArrived } from '#features/cases/rules.ts'
import { type Day, dayInZone, formatDay } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { formatMoney } from '#kit/money.ts'
import type { MailBlock, MailLink, MailText } from '#kit/server/mail-parts.ts'
import { may } from '#tenancy/rights.ts'
import { type NoticeKind, noticeNeeds } from '../contract.ts'
import { type NoticeWords, noticeWords } from './mail-words.ts'
import type { DueNotice, Reader, ToldCase, ToldPiece } from './sql.ts'

/** The most entries of one mail: the portal has them all. */
const mostListed = 60

type Mailing = { timeZone: string; unsubscribe: (kind: NoticeKind | undefined) => `/${string}` }

export type NoticeMail = { text: MailText; unsubscribe: `/${string}` }

/** One mail with several notices for one reader; undefined where none is still true and allowed for this reader. */
export function noticeMail(
  reader: Reader,
  notices: readonly DueNotice[],
  { timeZone, unsubscribe }: Mailing,
): NoticeMail | undefined {
  const told = notices.filter(notice => mayKnow(reader, notice.kind) && isStillTrue(notice))
  if (told.length === 0) return
  const words = noticeWords[reader.language]
  const nameDay = (day: Day) => formatDay(day, reader.language, 'long')
  const cases = [...Map.groupBy(told, notice => notice.case?.id)].flatMap(([, ofOne]) => {
    const [first] = ofOne
    return first?.case ? [{ told: first.case, lines: linesOf(words, first.case, ofOne, nameDay) }] : []
  })
  // A piece that was queried and submitted again before this mail appears once.
  const pieces = [...new Map(told.flatMap(({ piece }) => (piece ? [[piece.id, piece] as const] : []))).values()].map(
    piece => itemOf(words, piece, { nameDay, language: reader.language }),
  )
  const isOfAccount = told.some(({ kind }) => kind === 'request_decided')
  const kinds = new Set(told.map(({ kind }) => kind))
  const [only] = kinds.size === 1 ? kinds : []
  const isDigest = told[0]?.way === 'digest'
  const end = unsubscribe(only)
  return {
    unsubscribe: end,
    text: {
      subject: isDigest
        ? words.subject.digest(nameDay(dayInZone(new Date(), timeZone)))
        : subjectOf(words, { cases, pieces, isOfAccount }),
      blocks: [words.hello, ...blocksOf(words, { cases, pieces, isOfAccount, isDigest }), words.confidential],
      notes: [
        { label: words.settings, path: '/account#notices' },
        { label: words.unsubscribe, path: end },
      ],
    },
  }
}

const mayKnow = (reader: Reader, kind: NoticeKind) => may({ kind: 'practice', ...reader }, noticeNeeds[kind])

/** Whether the notice still holds: answered questions do not, nor does anything this reader can no longer see. */
function isStillTrue({ kind, case: about, piece }: DueNotice): boolean {
  if (kind === 'request_decided') return true
  if (kind === 'invoice') return piece !== null && (piece.type !== 'pro_forma' || piece.isToApprove)
  return about !== null && (kind !== 'on_hold' || (about.status === 'on_hold' && !about.isAnswered))
}

type Told = { told: ToldCase; lines: string[] }

/** One line for each kind, in the order of first occurrence. */
function linesOf(words: NoticeWords, about: ToldCase, notices: readonly DueNotice[], nameDay: (day: Day) => string) {
  const counts = Map.groupBy(notices, ({ kind }) => kind)
  const { told } = words
  const line: Record<Exclude<NoticeKind, 'invoice'>, (count: number) => string> = {
    on_hold: () => told.on_hold(about.holdReason),
    message: told.message,
    new_date: () => told.new_date(about.deliveryDate && nameDay(about.deliveryDate)),
    shipped: () => told.shipped,
    delivered: () => (hasArrived(about) ? told.delivered : told.not_delivered),
    registered: () => told.registered,
    request_decided: () => told.request_decided,
  }
  return [...counts].flatMap(([kind, { length }]) => (kind === 'invoice' ? [] : [line[kind](length)]))
}

type Item = { link: MailLink; lines: string[] }

function itemOf(
  { piece, told }: NoticeWords,
  { id, type, code, amountCents, dueOn, isAgain }: ToldPiece,
  { nameDay, language }: { nameDay: (day: Day) => string; language: Language },
): Item {
  const amount = formatMoney(Math.abs(amountCents), language)
  const line = {
    invoice: () => told.invoice(amount, nameDay(dueOn)),
    pro_forma: isAgain ? told.again : told.pro_forma,
    credit: told.credit,
  }
  return { link: { label: piece(type, code), path: `/invoices/${id}` }, lines: [line[type](amount)] }
}

type Content = { cases: readonly Told[]; pieces: readonly Item[]; isOfAccount: boolean; isDigest: boolean }

function blocksOf(words: NoticeWords, { cases, pieces, isOfAccount, isDigest }: Content): MailBlock[] {
  const [first] = cases
  const [piece] = pieces
  const account = { label: words.openAccount, path: '/account' } as const
  if (!first && !piece && !isDigest) return [words.account, account]
  if (first && cases.length === 1 && !piece && !isDigest && !isOfAccount)
    return [
      words.one,
      [words.case(first.told.code), ...first.lines.map(sentence)].join('\n'),
      { label: words.openCase, path: `/cases/${first.told.id}` },
    ]
  if (piece && pieces.length === 1 && !first && !isDigest && !isOfAccount)
    return [
      words.onePiece,
      [piece.link.label, ...piece.lines].join('\n'),
      { label: words.openPiece, path: piece.link.path },
    ]
  const [casesLeft, piecesLeft] = [cases.length - mostListed, pieces.length - mostListed]
  const news = piece ? (first || isOfAccount ? words.mixed : words.severalPieces) : words.several
  return [
    isDigest ? words.digest : news,
    {
      list: [
        ...cases.slice(0, mostListed).map(({ told, lines }) => ({
          link: { label: words.case(told.code), path: `/cases/${told.id}` } as const,
          lines: lines.map(sentence),
        })),
        ...pieces.slice(0, mostListed),
        ...(isOfAccount ? [{ link: account, lines: [sentence(words.told.request_decided)] }] : []),
      ],
    },
    ...(casesLeft > 0 ? [words.others(casesLeft)] : []),
    ...(piecesLeft > 0 ? [words.otherPieces(piecesLeft)] : []),
    ...(first ? [{ label: words.openCases, path: '/cases' } as const] : []),
    ...(piece ? [{ label: words.openPieces, path: '/invoices' } as const] : []),
  ]
}

const sentence = (line: string) => `${line.charAt(0).toUpperCase()}${line.slice(1)}`

function subjectOf({ subject }: NoticeWords, { cases, pieces, isOfAccount }: Omit<Content, 'isDigest'>): string {
  const [first] = cases
  const [piece] = pieces
  if (piece && (first || isOfAccount)) return subject.mixed
  if (piece) return pieces.length > 1 ? subject.pieces(pieces.length) : piece.link.label
  if (!first) return subject.account
  return cases.length > 1 ? subject.cases(cases.length) : subject.line(first.told.code, first.lines.join(', '))
}
