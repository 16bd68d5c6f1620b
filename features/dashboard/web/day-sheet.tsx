import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { canReceive } from '#features/cases/rules.ts'
import { AppointmentNote } from '#features/cases/web/appointment-note.tsx'
import { DeliveryNote } from '#features/cases/web/delivery-note.tsx'
import { PatientWords } from '#features/cases/web/patient-words.tsx'
import { Receive } from '#features/cases/web/receive.tsx'
import { CaseState } from '#features/cases/web/status-pill.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { classes } from '#kit/web/ui/classes.ts'
import { Icon, type IconName } from '#kit/web/ui/icon.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import type { DashboardDay, DayCase, DayRide } from '../contract.ts'
import { hasNothing, isClosed, lateAndDue } from './sheet-words.ts'
import { dashboardText } from './text.ts'

/** Loaded on demand: few days have a pickup. */
const PickedUp = later(() => import('#features/rides/web/picked-up.tsx').then(module => module.PickedUp), {
  when: 'drawn',
  // As high as the content to come.
  meanwhile: ({ orders }) => (
    <ul className="links">
      {orders.slice(0, 8).map(({ id, code, what }) => (
        <li key={`${id} ${what}`}>{code}</li>
      ))}
    </ul>
  ),
})

type DaySheetProps = { day: DashboardDay; updated: string | undefined; isPrinted: boolean; onPrint: () => void }

/** One day: beside the others on the screen, on a page of its own on paper. */
export function DaySheet({ day, updated, isPrinted, onPrint }: DaySheetProps) {
  const t = useText(dashboardText)
  const format = useFormat()
  const { companyName } = useBrand()
  const { date, deliveries, appointments, rides } = day
  const isToday = date === format.today()
  const isIdle = isClosed(day)
  const coming = deliveries.filter(canReceive)
  const { late, due } = lateAndDue(deliveries)
  return (
    <article
      className={classes('day card', !isPrinted && 'day--unprinted', isIdle && 'day--idle')}
      aria-labelledby={`day-${date}`}
      aria-current={isToday ? 'date' : undefined}
    >
      <p className="day__letterhead muted small">
        <span>{companyName}</span>
        <span>{updated}</span>
      </p>
      <header className="day__head">
        <h3 id={`day-${date}`}>
          <span className="day__weekday">{format.day(date, 'weekday')}</span> <span>{format.day(date, 'year')}</span>
        </h3>
        {isToday && (
          <Pill tone="brand" icon="calendar">
            {t.today}
          </Pill>
        )}
        {!isIdle && (
          <IconButton icon="print" size="sm" label={t.printDay(format.day(date, 'long'))} onClick={onPrint} />
        )}
      </header>
      <Notes day={day} />
      <Part title={t.late} icon="clock" count={late.length}>
        {late.map(one => (
          <CaseLine key={one.id} of={one} note={<DeliveryNote row={one} on={date} />} />
        ))}
      </Part>
      <Part title={day.deliveryHalf ? t.deliveriesIn[day.deliveryHalf] : t.deliveries} icon="box" count={due.length}>
        {due.map(one => (
          <CaseLine
            key={one.id}
            of={one}
            note={<DeliveryNote row={one} on={date} />}
            act={isToday && canReceive(one) && <Receive cases={[one]} size="sm" />}
          />
        ))}
        {isToday && coming.length > 1 && (
          <li className="day__act">
            <Receive cases={coming} size="sm" />
          </li>
        )}
      </Part>
      <Part title={t.appointments} icon="calendar" count={appointments.length}>
        {appointments.map(one => (
          <CaseLine
            key={one.id}
            of={one}
            time={one.appointmentDate && format.time(one.appointmentDate)}
            note={<AppointmentNote row={one} />}
          />
        ))}
      </Part>
      <Part title={t.rides} icon="truck" count={rides.length}>
        {rides.map(ride => (
          <RideLine key={ride.id} ride={ride} />
        ))}
      </Part>
      {hasNothing(day) && !isIdle && <p className="muted">{t.nothing}</p>}
    </article>
  )
}

/** Notes about who is absent: the laboratory or the practice. */
function Notes({ day: { closed, withoutRounds, isOpen, absent } }: { day: DashboardDay }) {
  const t = useText(dashboardText)
  const format = useFormat()
  const nobody = [
    withoutRounds && t.withoutRounds,
    closed && (closed.name ? `${t.closed} · ${closed.name}` : t.closed),
    !isOpen && t.practiceClosed,
  ].filter(Boolean)
  return (
    <>
      {nobody.length > 0 && (
        <p className="day__note muted">
          <Icon name="pause" />
          {nobody.join(' · ')}
        </p>
      )}
      {absent && (
        <p className="day__note tone--warn">
          <Icon name="sun" />
          {absent.half ? t.halfAbsent[absent.half] : t.absent(format.days(absent.from, absent.to))}
          {absent.deliveryPossible ? ` · ${t.deliveryPossible}` : !absent.half && ` · ${t.noDelivery}`}
        </p>
      )}
    </>
  )
}

type PartProps = { title: string; icon: IconName; count: number; children: ReactNode }

function Part({ title, icon, count, children }: PartProps) {
  const t = useText(dashboardText)
  if (count === 0) return null
  return (
    <section>
      <h4 className="day__part">
        <Icon name={icon} />
        {title}
        <span className="muted">{t.number(count)}</span>
      </h4>
      <ul>{children}</ul>
    </section>
  )
}

type CaseLineProps = { of: DayCase; time?: string | null; note?: ReactNode; act?: ReactNode }

function CaseLine({ of: one, time, note, act }: CaseLineProps) {
  return (
    <li className="day__line">
      {time && <span className="day__time strong">{time}</span>}
      <div className="day__words links">
        <Link to="/cases/$id" params={{ id: one.id }} className="link">
          {one.code}
        </Link>
        <span>
          <PatientWords row={one} />
        </span>
        {note}
      </div>
      <CaseState row={one} />
      <span className="day__work muted small">{one.summary}</span>
      {act && <div className="day__act">{act}</div>}
    </li>
  )
}

function RideLine({ ride }: { ride: DayRide }) {
  const t = useText(dashboardText)
  return (
    <li className="day__line">
      <div className="day__words links">
        <span>
          {t.shifts[ride.shift]}, {t.rideStatus[ride.status]}
        </span>
        {ride.complementaryInformation && <span className="muted small">{ride.complementaryInformation}</span>}
        {ride.orders.length > 0 && <PickedUp orders={ride.orders} words={t.taken} to="/cases/$id" />}
      </div>
    </li>
  )
}

/** Without a date, which comes with the data. */
export function DaySheetSkeleton() {
  return (
    <div className="day card" aria-hidden="true">
      <div className="day__head">
        <Skeleton width="medium" />
      </div>
      <Skeleton shape="block" />
    </div>
  )
}
