import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Reply } from '#kit/contract.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { useRested } from '#kit/web/use-rested.ts'
import { absenceCalls, type MovedOrder, type Parcel } from '../contract.ts'
import type { AbsenceDays } from '../input.ts'
import type { LeftBehind } from './left-behind.ts'
import { usePeriodWords } from './period-words.ts'
import { absencesText } from './text.ts'

const pause = 250
const mostShown = 8
const mostNamed = 6

type Days = AbsenceDays & { absenceId?: string | undefined }

const previewOf = (days: Days | undefined) =>
  queryOptions({
    queryKey: ['absences', 'preview', days],
    queryFn: async ({ signal }) => (days ? (await call(absenceCalls.preview, { body: days, signal })).data : null),
    meta: { topics: ['absences', 'closures', 'orders', 'rides'] },
    staleTime: 0,
  })

/** The preview of these days, requested once typing has paused. */
export function useMoving(days: Days | undefined) {
  const said = JSON.stringify(days) ?? ''
  const rested = useRested(said, pause) === said ? days : undefined
  const { data, error, isPlaceholderData } = useQuery({
    ...previewOf(rested),
    enabled: rested !== undefined,
    placeholderData: keepPreviousData,
  })
  const isOfThese = rested !== undefined && !isPlaceholderData
  return { days, data, error, overlapped: isOfThese ? (data?.overlapped ?? undefined) : undefined }
}

type MovingListProps = {
  moving: ReturnType<typeof useMoving>
  /** Shown at its field already. */
  overlapping: string | undefined
  left: LeftBehind
  /** Takes the deliveries in all the same. */
  onKeep: () => void
}

/** Which deliveries these days would move, before anything is declared: those that come after their patient first. */
export function MovingList({ moving: { days, data, error }, overlapping, left, onKeep }: MovingListProps) {
  const { pickups } = useText(absencesText)
  const sentence = useProblemText()
  const shown = days && data && !data.overlaps ? data : undefined
  return (
    <div className="stack stack--sm" aria-live="polite">
      {/* An empty preview must not be read as "nothing moves". */}
      {days && error && !data && <p className="tone--warn">{sentence(error)}</p>}
      {overlapping && <p className="visually-hidden">{overlapping}</p>}
      {/* What no other pickup brings in time stands before what moves: the boxes that say why are further down. */}
      {left.late > 0 && <p className="strong tone--late">{pickups.waiting(left.orders.length, left.late)}</p>}
      {shown && <Room {...shown} returns={days?.every !== undefined || days?.scope !== undefined} />}
      {shown && <MovedOrders moved={shown.movedOrders} isAside={shown.pickups.length > 0} onKeep={onKeep} />}
      {shown && shown.parcels.length > 0 && <Parcels parcels={shown.parcels} />}
    </div>
  )
}

type MovingSumProps = Pick<MovingListProps, 'moving' | 'left'> & { kept: string[] }

/** On a low screen, where the list is further down than what declares them. */
export function MovingSum({ moving: { days, data }, left, kept }: MovingSumProps) {
  const { moving: t, pickups } = useText(absencesText)
  if (!days || !data || data.overlaps) return null
  const { movedOrders } = data
  const late = countLate(movedOrders)
  const called = data.pickups.filter(({ id, isTooLate }) => !isTooLate && !kept.includes(id)).length
  const said = [
    left.late > 0 && pickups.waiting(left.orders.length, left.late),
    movedOrders.length > 0 && `${t.some(movedOrders.length, late, countLateAlready(movedOrders))}.`,
    called > 0 && pickups.willBeCancelled(called),
  ].filter(Boolean)
  return (
    said.length > 0 && (
      <p className={late + left.late > 0 ? 'absence__sum small tone--late' : 'absence__sum small'} aria-hidden="true">
        {said.join(' ')}
      </p>
    )
  )
}

type MovedOrdersProps = {
  moved: readonly MovedOrder[]
  /** Something else is lost: that nothing moves is then no answer by itself. */
  isAside?: boolean
  onKeep?: () => void
}

/** Those that come after their patient first. Of many the first ones, and the way to all of them. */
export function MovedOrders({ moved, isAside, onKeep }: MovedOrdersProps) {
  const { moving: t } = useText(absencesText)
  const { isWhole, open, list } = useRest<HTMLUListElement>(({ children }) => children[mostShown]?.querySelector('a'))
  const late = countLate(moved)
  const rest = isWhole ? [] : moved.slice(mostShown)
  return (
    <>
      <p className={late > 0 ? 'strong tone--late' : moved.length === 0 && isAside ? undefined : 'strong'}>
        {moved.length === 0 ? t.none : t.some(moved.length, late, countLateAlready(moved))}
      </p>
      {late > 0 && onKeep && (
        <div className="row">
          <Button size="sm" onClick={onKeep}>
            {t.keep}
          </Button>
        </div>
      )}
      {moved.length > 0 && (
        <ul ref={list} className="stack stack--sm" aria-label={t.list}>
          {(isWhole ? moved : moved.slice(0, mostShown)).map(order => (
            <Line key={order.id} order={order} />
          ))}
        </ul>
      )}
      {rest.length > 0 && (
        <div className="row">
          <Button size="sm" onClick={open}>
            {t.rest(rest.length, countLate(rest))}
          </Button>
        </div>
      )}
    </>
  )
}

function Parcels({ parcels }: { parcels: readonly Parcel[] }) {
  const { parcels: t } = useText(absencesText)
  const format = useFormat()
  return (
    <>
      <p className="strong">{t.some(parcels.length)}</p>
      <ul className="stack stack--sm" aria-label={t.list}>
        {parcels.map(({ id, code, patient, patientCode, carrier, arrivesOn }) => (
          <li key={id}>
            <Link to="/cases/$id" params={{ id }} className="link strong">
              {code}
            </Link>{' '}
            {patient ?? patientCode}, {t.line(carrier, format.nearDay(arrivesOn))}
          </li>
        ))}
      </ul>
    </>
  )
}

const countLate = (moved: readonly MovedOrder[]) => moved.filter(({ isTooLate }) => isTooLate).length
const countLateAlready = (moved: readonly MovedOrder[]) =>
  moved.filter(({ isTooLate, wasTooLate }) => isTooLate && wasTooLate).length

/** After the press, the focus moves to the beginning of the new content, since the button has gone. */
function useRest<List extends HTMLElement>(beginning: (list: List) => HTMLElement | null | undefined) {
  const [isWhole, setWhole] = useState(false)
  const list = useRef<List>(null)
  const begin = useEffectEvent(() => list.current && beginning(list.current)?.focus())
  useEffect(() => {
    if (isWhole) begin()
  }, [isWhole])
  return { isWhole, open: () => setWhole(true), list }
}

type RoomProps = Pick<Reply<typeof absenceCalls.preview>['data'], 'times' | 'leftOut' | 'leftOutTimes' | 'replaced'> & {
  returns: boolean
}

/** What happens to other absences, and to dates of this one beside them. */
function Room({ returns, times, leftOut, leftOutTimes, replaced }: RoomProps) {
  const { moving: t } = useText(absencesText)
  const words = usePeriodWords()
  const { isWhole, open, list } = useRest<HTMLParagraphElement>(all => all)
  const most = isWhole ? leftOut : mostNamed
  const named = leftOutTimes.slice(0, most).map(time => t.dates(...words(time)))
  if (leftOut > most) named.push(t.more(leftOut - most))
  const said = [
    returns && t.times(times),
    leftOut > 0 && t.leftOut(leftOut, named.join(', ')),
    replaced > 0 && t.replaced(replaced),
  ]
  return (
    said.some(Boolean) && (
      <>
        <p ref={list} tabIndex={-1}>
          {said.filter(Boolean).join(' ')}
        </p>
        {leftOut > most && (
          <div className="row">
            <Button size="sm" onClick={open}>
              {t.allLeftOut(leftOut)}
            </Button>
          </div>
        )}
      </>
    )
  )
}

function Line({
  order: { id, code, patient, patientCode, appointmentDate, from, to, isTooLate, wasTooLate },
}: {
  order: MovedOrder
}) {
  const { moving: t } = useText(absencesText)
  const format = useFormat()
  const at = appointmentDate && format.dayTime(appointmentDate)
  return (
    <li>
      <Link to="/cases/$id" params={{ id }} className="link strong">
        {code}
      </Link>{' '}
      {patient ?? patientCode}, {t.line(format.nearDay(to), format.nearDay(from))}
      {at && (
        <span className={isTooLate ? 'tone--late' : 'muted'}>
          {' '}
          · {!isTooLate ? t.appointment(at) : wasTooLate ? t.lateAlready(at) : t.late(at)}
        </span>
      )}
    </li>
  )
}
