import { type Day, dayInZone, formatDay } from '#kit/day.ts'
import type { MailBlock, MailText } from '#kit/server/mail-parts.ts'
import { may } from '#tenancy/rights.ts'
import { type NoticeKind, noticeNeeds } from '../contract.ts'
import { type NoticeWords, noticeWords } from './mail-words.ts'
import type { DueNotice, Reader, ToldCase } from './sql.ts'

/** Of more nobody reads in a mail: the portal has them all. */
const mostCases = 60

type Mailing = { timeZone: string; unsubscribe: (kind: NoticeKind | undefined) => `/${string}` }

export type NoticeMail = { text: MailText; unsubscribe: `/${string}` }

/** One mail of several notices to one reader; none where nothing of it is theirs to know, or there to be told any more. */
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
  const isOfAccount = told.some(({ kind }) => kind === 'request_decided')
  const kinds = new Set(told.map(({ kind }) => kind))
  const [only] = kinds.size === 1 ? kinds : []
  const isDigest = told[0]?.way === 'digest'
  const end = unsubscribe(only)
  return {
    unsubscribe: end,
    text: {
      subject: subjectOf(words, cases, { isDigest, today: nameDay(dayInZone(new Date(), timeZone)) }),
      blocks: [words.hello, ...blocksOf(words, { cases, isOfAccount, isDigest }), words.confidential],
      notes: [
        { label: words.settings, path: '/account#notices' },
        { label: words.unsubscribe, path: end },
      ],
    },
  }
}

const mayKnow = (reader: Reader, kind: NoticeKind) => may({ kind: 'practice', ...reader }, noticeNeeds[kind])

/** What has been asked and answered meanwhile waits for nobody; a case that is not there for this reader is none. */
const isStillTrue = ({ kind, case: about }: DueNotice) =>
  kind === 'request_decided' ||
  (about !== null && (kind !== 'on_hold' || (about.status === 'on_hold' && !about.isAnswered)))

type Told = { told: ToldCase; lines: string[] }

/** Each thing once, in the order in which it happened first. */
function linesOf(words: NoticeWords, about: ToldCase, notices: readonly DueNotice[], nameDay: (day: Day) => string) {
  const counts = Map.groupBy(notices, ({ kind }) => kind)
  const { told } = words
  const line: Record<NoticeKind, (count: number) => string> = {
    on_hold: () => told.on_hold(about.holdReason),
    message: told.message,
    new_date: () => told.new_date(about.deliveryDate && nameDay(about.deliveryDate)),
    shipped: () => told.shipped,
    delivered: () => told.delivered,
    registered: () => told.registered,
    request_decided: () => told.request_decided,
  }
  return [...counts].map(([kind, { length }]) => line[kind](length))
}

type Content = { cases: readonly Told[]; isOfAccount: boolean; isDigest: boolean }

function blocksOf(words: NoticeWords, { cases, isOfAccount, isDigest }: Content): MailBlock[] {
  const [first] = cases
  const account = { label: words.openAccount, path: '/account' } as const
  if (!first && !isDigest) return [words.account, account]
  if (first && cases.length === 1 && !isDigest && !isOfAccount)
    return [
      words.one,
      [words.case(first.told.code), ...first.lines.map(sentence)].join('\n'),
      { label: words.openCase, path: `/cases/${first.told.id}` },
    ]
  const left = cases.length - mostCases
  return [
    isDigest ? words.digest : words.several,
    {
      list: [
        ...cases.slice(0, mostCases).map(({ told, lines }) => ({
          link: { label: words.case(told.code), path: `/cases/${told.id}` } as const,
          lines: lines.map(sentence),
        })),
        ...(isOfAccount ? [{ link: account, lines: [sentence(words.told.request_decided)] }] : []),
      ],
    },
    ...(left > 0 ? [words.others(left)] : []),
    ...(first ? [{ label: words.openCases, path: '/cases' } as const] : []),
  ]
}

const sentence = (line: string) => `${line.charAt(0).toUpperCase()}${line.slice(1)}`

function subjectOf(
  { subject }: NoticeWords,
  cases: readonly Told[],
  { isDigest, today }: { isDigest: boolean; today: string },
): string {
  if (isDigest) return subject.digest(today)
  const [first] = cases
  if (!first) return subject.account
  return cases.length > 1 ? subject.cases(cases.length) : subject.line(first.told.code, first.lines.join(', '))
}
