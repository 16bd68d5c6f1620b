import { isOpen } from '#features/rides/rules.ts'
import { placeOf } from '#features/rides/web/place.ts'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { Stop } from '../contract.ts'
import { isToBring, stateOf } from '../rules.ts'
import './deliveries.css'
import { deliveriesText } from './text.ts'
import { useRunSheet } from './use-run-sheet.ts'

export const loadRoundWords = () => loadText(deliveriesText)

/** Today's round at a glance for its driver: where to go, what for, and what is done. */
export function DriversRound() {
  const t = useText(deliveriesText)
  const format = useFormat()
  const today = format.today()
  const { query, sheet } = useRunSheet(today, today)
  const stops = sheet?.stops ?? []
  const rounds = [...new Set(stops.map(({ round }) => round))]
  const done = stops.filter(stop => stateOf(stop) === 'done').length
  return (
    <Card
      flush
      title={sheet ? `${t.title} · ${t.description(format.day(today, 'long'), done, stops.length)}` : t.title}
      actions={<ButtonLink to="/staff/deliveries">{t.title}</ButtonLink>}
    >
      {!sheet && query.error ? (
        <QueryFailure title={t.failed} query={query} />
      ) : !sheet ? (
        <p className="card__body">
          <Skeleton width="long" />
        </p>
      ) : stops.length === 0 ? (
        <EmptyState icon="truck" title={t.nothing.title} description={t.nothing.description} />
      ) : (
        rounds.map(round => (
          <section key={round} aria-label={round === '' ? t.rounds.none : t.rounds.one(round)}>
            {rounds.length > 1 && <h3 className="card__body">{round === '' ? t.rounds.none : t.rounds.one(round)}</h3>}
            <ol className="drivers-round">
              {stops
                .filter(stop => stop.round === round)
                .map(stop => (
                  <li key={stop.practice.id}>
                    <TwoLines sub={[placeOf(stop.practice), ...thingsOf(stop, t)].filter(Boolean).join(' · ')}>
                      {stop.practice.name}
                    </TwoLines>
                    <StatePill stop={stop} />
                  </li>
                ))}
            </ol>
          </section>
        ))
      )}
    </Card>
  )
}

function StatePill({ stop }: { stop: Stop }) {
  const t = useText(deliveriesText)
  const state = stateOf(stop)
  return (
    <Pill
      tone={state === 'open' ? 'brand' : state === 'done' ? 'ok' : 'warn'}
      icon={state === 'open' ? 'truck' : state === 'done' ? 'check' : 'warning'}
    >
      {t.states[state]}
    </Pill>
  )
}

type Words = { bring: string; fetch: string; notShipped: string; count: (what: string, count: number) => string }
const thingsOf = (stop: Stop, t: Words) =>
  [
    [stateOf(stop) === 'done' ? t.notShipped : t.bring, stop.cases.filter(isToBring).length],
    [t.fetch, stop.pickups.filter(isOpen).length],
  ].flatMap(([what, count]) => (count ? [t.count(String(what), Number(count))] : []))
