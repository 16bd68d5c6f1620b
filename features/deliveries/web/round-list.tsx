import type { Day } from '#kit/day.ts'
import { useText } from '#kit/web/text.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import type { Stop } from '../contract.ts'
import { type StopAct, StopCard } from './stop-card.tsx'
import { deliveriesText } from './text.ts'
import { useStopOrder } from './use-stop-order.ts'

type RoundListProps = {
  round: string
  isNamed: boolean
  stops: readonly Stop[]
  day: Day
  onAct: (act: StopAct, stop: Stop) => void
}

/**
 * The stops of one driver, in an order that is kept for the next time. Practices closed on this weekday come last and keep
 * their place for other days; if all are closed, the round keeps its usual order.
 */
export function RoundList({ round, isNamed, stops, day, onAct }: RoundListProps) {
  const t = useText(deliveriesText)
  const isClosedDay = stops.every(({ isClosed }) => isClosed)
  const closed = isClosedDay ? [] : stops.filter(({ isClosed }) => isClosed)
  const open = isClosedDay ? stops : stops.filter(({ isClosed }) => !isClosed)
  const { ordered, list, moved, step, dragging, beginDrag } = useStopOrder(round, open)
  const title = round === '' ? t.rounds.none : t.rounds.one(round)
  return (
    <section className="stack stack--sm" aria-label={isNamed ? title : t.title}>
      <h2 className={isNamed ? undefined : 'visually-hidden'}>{title}</h2>
      <ol ref={list} className="stops">
        {ordered.map((stop, index) => (
          <StopCard
            key={stop.practice.id}
            stop={stop}
            place={index + 1}
            of={ordered.length}
            isDragged={dragging === stop.practice.id}
            day={day}
            order={{
              onStep: (by, button) => step(stop.practice.id, by, button),
              onDrag: event => beginDrag(stop.practice.id, event),
            }}
            onAct={act => onAct(act, stop)}
          />
        ))}
      </ol>
      {closed.length > 0 && (
        <ol className="stops" start={open.length + 1}>
          {closed.map((stop, index) => (
            <StopCard
              key={stop.practice.id}
              stop={stop}
              place={open.length + index + 1}
              of={stops.length}
              isDragged={false}
              day={day}
              onAct={act => onAct(act, stop)}
            />
          ))}
        </ol>
      )}
      <ResultCount hidden>{moved && t.order.moved(moved.name, moved.place, ordered.length)}</ResultCount>
    </section>
  )
}
