import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import type { Reply } from '#kit/contract.ts'
import { call } from '#kit/web/call.ts'
import { useUnsavedChanges } from '#kit/web/dirty-forms.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import {
  type Doubt,
  type EnteredTransfer,
  mostReceived,
  type ReadEntry,
  type ReceivedOutcome,
  staffPaymentCalls,
} from '../contract.ts'
import { mostTogether } from '../rules.ts'
import { groupsOf } from './alike.ts'
import './payments.css'
import { staffPaymentsText } from './staff-text.ts'
import { UnexpectedDialog } from './staff-unexpected-dialog.tsx'

export type ReadFile = Reply<typeof staffPaymentCalls.read>['data'] & { name: string; readAt: number }

/** What each entry is to be recorded for: a transfer, or one or more invoices. Sure matches are preselected. */
type Chosen = Readonly<Record<string, string>>
const choiceOf = ({ awaited, together }: { awaited: string; together: readonly string[] }) =>
  [awaited, ...together].join(' ')
const sureOf = (entries: readonly ReadEntry[]): Chosen =>
  Object.fromEntries(entries.flatMap(({ key, match }) => (match.kind === 'sure' ? [[key, choiceOf(match)]] : [])))

const candidatesOf = (match: ReadEntry['match']) => (match.kind === 'doubtful' ? match.candidates : [])

/** Money entered before that stood beside what was chosen: the person has seen it, and says that the entry is none of it. */
function seenBesides(
  entered: readonly EnteredTransfer[],
  match: ReadEntry['match'],
  chosen: readonly string[],
): string[] {
  const shown = candidatesOf(match).flatMap(({ awaited, together }) => [awaited, ...together])
  const isSeen = (id: string) => !chosen.includes(id) && entered.some(each => each.id === id)
  return [...new Set(shown)].filter(isSeen).slice(0, mostTogether)
}

/** With what was entered meanwhile as further candidates: of each answer either one for the whole amount or all together. */
function withAlike(entry: ReadEntry, answers: readonly (readonly EnteredTransfer[])[]): ReadEntry {
  const { match, amountCents } = entry
  if (answers.length === 0 || match.kind === 'recorded') return entry
  const groups = answers.flatMap(alike => groupsOf(alike, amountCents))
  const here = groups.map(([awaited = '', ...together]) => ({ awaited, together, doubt: 'entered_alike' as const }))
  const others = match.kind === 'sure' ? [{ ...match, doubt: 'entered_alike' as const }] : candidatesOf(match)
  const isNew = (one: { awaited: string }) => !here.some(({ awaited }) => awaited === one.awaited)
  const candidates = [
    ...here,
    ...others.filter(isNew).map(({ awaited, together, doubt }) => ({ awaited, together, doubt })),
  ]
  return { ...entry, match: { kind: 'doubtful', candidates } }
}

/** Invoice numbers listed in one line; above that, only their count. */
const mostListed = 3
/** Letters of a label that its select has room for on any screen. */
const longestShown = 32

type Outcomes = Readonly<Record<string, ReceivedOutcome>>
const isBooked = (outcome: ReceivedOutcome) => outcome === 'received' || outcome === 'left_open'
const isKnown = (outcome: ReceivedOutcome) => outcome === 'repeated'

/** The incoming entries of the file and what each pays, confirmed together. */
export function BankEntries({ file: read }: { file: ReadFile }) {
  // What somebody else has entered since the file was read, by the entry that may be it.
  const [found, setFound] = useState<Readonly<Record<string, readonly (readonly EnteredTransfer[])[]>>>({})
  const file: ReadFile = {
    ...read,
    entries: read.entries.map(entry => withAlike(entry, found[entry.key] ?? [])),
    // The previous release's server sends no `entered`.
    entered: [
      ...new Map([...(read.entered ?? []), ...Object.values(found).flat(2)].map(each => [each.id, each])).values(),
    ],
  }
  const t = useText(staffPaymentsText).entries
  const format = useFormat()
  const sentence = useProblemText()
  const changed = useChanged()
  const [chosen, setChosen] = useState(() => sureOf(file.entries))
  const [outcomes, setOutcomes] = useState<Outcomes>({})
  const open = file.entries.filter(({ key }) => chosen[key] && !(key in outcomes))
  const next = open.slice(0, mostReceived)
  const [sure] = useState(chosen)
  // Rereading the file restores the sure matches, but not a person's choices.
  const beginsAs = (key: string) => (found[key] ? '' : (sure[key] ?? ''))
  useUnsavedChanges(file.entries.some(({ key }) => !(key in outcomes) && (chosen[key] ?? '') !== beginsAs(key)))
  const results = Object.values(outcomes)
  const count = (isOne: (outcome: ReceivedOutcome) => boolean) => results.filter(isOne).length
  const done = count(isBooked)
  const moreThanDue = count(outcome => outcome === 'left_open')
  const later = count(outcome => outcome === 'booked_later')
  const known = count(isKnown)
  const left = results.length - done - known - later
  const asksAgain = file.entries.filter(({ key }) => found[key] && !chosen[key] && !(key in outcomes)).length

  const reopen = (key: string, alike: readonly EnteredTransfer[]) => {
    setFound(before => ({ ...before, [key]: [...(before[key] ?? []), alike] }))
    setChosen(before => ({ ...before, [key]: '' }))
  }

  const [asked, setAsked] = useState<ReadEntry>()
  const { run, isPending, error } = useAttempt(async () => {
    const received = next.map(({ key, amountCents, bookedOn, match }) => {
      const [awaited = '', ...together] = chosen[key]?.split(' ') ?? []
      const besides = seenBesides(file.entered, match, [awaited, ...together])
      return { awaited, together, key, amountCents, bookedOn, ...(besides.length > 0 && { besides }) }
    })
    const { data } = await call(staffPaymentCalls.receive, { body: { received } }).finally(
      () => void changed('invoices'),
    )
    // The previous release's server sends no `alike`.
    const isOpen = ({ alike }: (typeof data)[number]) => (alike ?? []).length > 0
    for (const { key, alike } of data.filter(isOpen)) reopen(key, alike)
    const ended = data.filter(one => !isOpen(one)).map(({ key, outcome }) => [key, outcome])
    setOutcomes(before => ({ ...before, ...Object.fromEntries(ended) }))
  })

  return (
    <Card
      flush
      title={t.title(file.entries.length)}
      footer={
        next.length > 0 && (
          <Button variant="primary" pending={isPending} onClick={() => void run()}>
            {t.confirm(next.length)}
          </Button>
        )
      }
    >
      {error !== undefined && (
        <Notice tone="late" live title={t.failed}>
          {sentence(error)}
        </Notice>
      )}
      {done > 0 && <Notice tone="ok" live title={t.done(done)} />}
      {known > 0 && <Notice tone="ok" live title={t.known(known)} />}
      {moreThanDue > 0 && <Notice tone="warn" live title={t.open(moreThanDue)} />}
      {later > 0 && <Notice tone="warn" live title={t.later(later)} />}
      {left > 0 && <Notice tone="warn" live title={t.left(left)} />}
      {asksAgain > 0 && <Notice tone="warn" live title={t.alike(asksAgain)} />}
      {file.gone > 0 && <Notice tone="info" title={t.gone(file.gone)} />}
      <Table
        caption={t.title(file.entries.length)}
        rows={file.entries}
        rowKey={({ key }) => key}
        columns={[
          {
            key: 'payer',
            label: t.columns.payer,
            phone: 'title',
            cell: ({ payer, text }) => <TwoLines sub={payer ? text : undefined}>{payer || text || t.unnamed}</TwoLines>,
          },
          {
            key: 'day',
            label: t.columns.day,
            size: 'md',
            cell: ({ bookedOn }) => format.day(bookedOn, 'year'),
          },
          {
            key: 'amount',
            label: t.columns.amount,
            size: 'md',
            align: 'end',
            cell: ({ amountCents }) => format.money(amountCents),
          },
          {
            key: 'match',
            label: t.columns.match,
            cell: entry => (
              <WhatFor
                entry={entry}
                file={file}
                outcome={outcomes[entry.key]}
                value={chosen[entry.key] ?? ''}
                onChange={value => setChosen(before => ({ ...before, [entry.key]: value }))}
                onAssign={() => setAsked(entry)}
              />
            ),
          },
        ]}
      />
      {asked && (
        <UnexpectedDialog
          entry={asked}
          onRecorded={outcome => setOutcomes(before => ({ ...before, [asked.key]: outcome }))}
          onAlike={alike => reopen(asked.key, alike)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  )
}

type WhatForProps = {
  entry: ReadEntry
  file: ReadFile
  outcome: ReceivedOutcome | undefined
  value: string
  onChange: (awaited: string) => void
  onAssign: () => void
}

function WhatFor({ entry, file, outcome, value, onChange, onAssign }: WhatForProps) {
  const { match, text, payer, amountCents } = entry
  const t = useText(staffPaymentsText).entries
  const format = useFormat()
  if (outcome && isBooked(outcome)) return t.nowRecorded
  if (match.kind === 'recorded' || (outcome && isKnown(outcome))) return <span className="muted">{t.recorded}</span>
  // The previous release's server sends no `elsewhere`.
  const [before] = entry.elsewhere ?? []
  const elsewhere = before && (
    <p className="small muted">
      {t.elsewhere(before.pieceCode, format.day(before.receivedOn, 'year'), before.practice)}
    </p>
  )
  const assign = (
    <Button size="sm" aria-label={t.assignOne(payer || text || t.unnamed)} onClick={onAssign}>
      {t.assign}
    </Button>
  )
  if (match.kind === 'none')
    return (
      <div>
        <div className="row">
          <span className="muted">{t.none}</span>
          {assign}
        </div>
        {elsewhere}
      </div>
    )
  const candidates =
    match.kind === 'sure'
      ? [{ ...match, why: '' }]
      : match.candidates.map(candidate => ({ ...candidate, why: t.doubts[candidate.doubt] }))
  const options = candidates.flatMap(({ awaited, together, why }) => {
    const ids = [awaited, ...together]
    const here = file.entered.filter(({ id }) => ids.includes(id))
    const [one] = here
    if (one) {
      const codes = here.map(({ pieceCode }) => pieceCode).join(' + ')
      const days = here.map(({ receivedOn }) => receivedOn).toSorted()
      const from = days[0] ?? one.receivedOn
      const to = days.at(-1) ?? from
      const isOneDay = from === to
      const when = isOneDay
        ? t.onDay(format.day(from, 'year'))
        : t.onDays(format.day(from, 'year'), format.day(to, 'year'))
      const entered = t.entered(codes, when, one.practice)
      const said = here.some(({ hasGoneBack }) => hasGoneBack) ? t.enteredAndBack(entered) : entered
      const rest = [
        ...file.invoices.filter(({ id }) => ids.includes(id)).map(({ pieceCode }) => pieceCode),
        ...file.awaited.filter(({ id }) => ids.includes(id)).map(({ reference }) => reference),
      ]
      const name = rest.length > 0 ? t.andRest(said, rest.join(' + ')) : said
      const cents = rest.length > 0 ? amountCents : here.reduce((sum, each) => sum + each.amountCents, 0)
      return [{ value: choiceOf({ awaited, together }), label: t.candidate(name, format.money(cents), why), cents }]
    }
    const invoices = file.invoices.filter(({ id }) => ids.includes(id))
    const first = invoices[0] ?? file.awaited.find(({ id }) => id === awaited)
    if (!first) return []
    const codes =
      invoices.length > mostListed
        ? t.invoices(invoices.length)
        : invoices.map(({ pieceCode }) => pieceCode).join(' + ')
    const name = [...(codes ? [codes] : []), first.practice].join(', ')
    const cents = invoices.length > 0 ? invoices.reduce((sum, one) => sum + one.amountCents, 0) : first.amountCents
    return [{ value: choiceOf({ awaited, together }), label: t.candidate(name, format.money(cents), why), cents }]
  })
  const goesBack = (doubt: Doubt) => doubt === 'sent_back' || doubt === 'gone_out'
  const isHere =
    match.kind === 'doubtful' &&
    match.candidates.some(({ awaited, doubt }) => !goesBack(doubt) && file.entered.some(({ id }) => id === awaited))
  const chosen = options.find(option => option.value === value)
  const beyond = chosen ? amountCents - chosen.cents : 0
  const said = [
    // The select cuts long labels off.
    ...(chosen && chosen.label.length > longestShown ? [chosen.label] : []),
    ...(beyond < 0 ? [t.stillDue(format.money(-beyond))] : []),
    ...(beyond > 0 ? [t.beyondDue(format.money(beyond))] : []),
  ]
  return (
    <div>
      <Select
        label={t.choose(payer || text || t.unnamed)}
        labelHidden
        placeholder={t.notThis}
        options={options.map(({ value, label }) => ({ value, label }))}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {said.length > 0 && <p className="small muted bank-entry__said">{said.join(' · ')}</p>}
      {!chosen && isHere && <p className="small muted">{t.maybeEntered}</p>}
      {elsewhere}
      {!chosen && assign}
    </div>
  )
}
