import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { DayLinks } from '#features/rides/web/day-links.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { Stop } from '../contract.ts'
import { isDayOfRound, isHanded, stateOf } from '../rules.ts'
import { countsOf } from '../unsent.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'
import type { Rounds } from './round-dialog.tsx'
import { RoundList } from './round-list.tsx'
import type { StopAct } from './stop-card.tsx'
import type { HandedCases } from './take-back-dialog.tsx'
import { deliveriesText } from './text.ts'
import { useUnsent } from './use-outbox.ts'
import { useRunSheet } from './use-run-sheet.ts'
import './deliveries.css'

const Refused = later(() => import('./refused-notes.tsx').then(({ load }) => load()))
// Loaded right after this screen, so that it is there when the network is lost.
Refused.prepare().catch(() => {})
const NobodyDialog = later(() => import('./nobody-dialog.tsx').then(module => module.NobodyDialog))
NobodyDialog.prepare().catch(() => {})

/** Not needed by a driver at a door, so it is loaded on demand. */
const LeftOut = later(() => import('./left-out.tsx').then(({ load }) => load()))

// Loaded on demand, since these actions need the network anyway.
const loadRound = () => import('./round-dialog.tsx').then(({ load }) => load())
const loadTakeBack = () => import('./take-back-dialog.tsx').then(({ load }) => load())

const route = getRouteApi('/console/staff/deliveries')

/** The sheet of a day, usable with one hand: deliveries and pickups in driving order. */
export function StaffDeliveriesScreen() {
  const t = useText(deliveriesText)
  useTitle(t.title)
  const format = useFormat()
  const today = format.today()
  const day = route.useSearch().day ?? today
  const { query, sheet, keptAt } = useRunSheet(day, today)
  const [act, setAct] = useState<{ act: StopAct; stop: Stop }>()
  const round = useLateDialog<Rounds>(loadRound)
  const taking = useLateDialog<HandedCases>(loadTakeBack)
  const stops = sheet?.stops ?? []
  const rounds = [...new Set(stops.map(({ round }) => round))]
  const close = () => setAct(undefined)
  function begin(act: StopAct, stop: Stop) {
    if (act === 'round') round.open({ stop, rounds })
    else if (act === 'take_back') taking.open({ cases: stop.cases.filter(isHanded) })
    else setAct({ act, stop })
  }
  const done = stops.filter(stop => stateOf(stop) === 'done').length
  return (
    <div className="stack deliveries">
      <PageHead title={t.title} description={sheet && t.description(format.day(day, 'long'), done, stops.length)} />
      <DayLinks to="/staff/deliveries" day={day} />
      <UnsentCount />
      <Refused />
      {keptAt ? (
        <Notice tone="warn" icon="offline" live>
          {t.keptFrom(format.dayTime(keptAt))}
        </Notice>
      ) : (
        query.error &&
        sheet && <OutdatedNotice words={t.outdated} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {sheet ? (
        <>
          {stops.length === 0 && (
            <Card flush>
              <EmptyState icon="truck" title={t.nothing.title} description={t.nothing.description} />
            </Card>
          )}
          {rounds.map(round => (
            <RoundList
              key={round}
              round={round}
              isNamed={rounds.length > 1 || round !== ''}
              stops={stops.filter(stop => stop.round === round)}
              day={day}
              onAct={begin}
            />
          ))}
          {stops.length > 0 && !isDayOfRound(day, today) && <p className="muted">{t.notThatDay}</p>}
          {sheet.leftOut.length > 0 && <LeftOut leftOut={sheet.leftOut} />}
        </>
      ) : query.error ? (
        <Card flush>
          <QueryFailure title={t.failed} query={query} />
        </Card>
      ) : (
        <BlockSkeleton />
      )}
      {act?.act === 'hand_over' && <HandOverDialog stop={act.stop} day={day} onClose={close} />}
      {act?.act === 'nobody' && <NobodyDialog stop={act.stop} day={day} onClose={close} />}
      {round.dialog}
      {taking.dialog}
    </div>
  )
}

/** Shown as a count even when empty: a driver wants to know that everything has arrived. */
function UnsentCount() {
  const t = useText(deliveriesText).unsent
  const unsent = useUnsent()
  return unsent.length > 0 ? (
    <Pill tone="warn" icon="offline">
      {t.count(...countsOf(unsent))}
    </Pill>
  ) : (
    <Pill tone="ok" icon="check">
      {t.none}
    </Pill>
  )
}
