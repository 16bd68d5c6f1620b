import { Link } from '@tanstack/react-router'
import { addDays } from '#kit/day.ts'
import type { Period } from '#kit/period.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { type Figures, mostShown } from '../contract.ts'
import { shareOf } from '../rules.ts'
import { CountedLink } from './counted-link.tsx'
import { Columns, Part } from './drawings.tsx'
import { FigureCard } from './figure-card.tsx'
import { RateTable } from './rate-table.tsx'
import { staffFiguresText } from './staff-text.ts'
import { useShares } from './use-shares.ts'

type Props = { figures: Figures; period: Period }

/** Deliveries of the period: on time, late and why, and remade. */
export function DeliveryFigures({ figures, period }: Props) {
  const t = useText(staffFiguresText)
  const { all, practices, technicians, products } = figures
  const { percent } = useShares()
  if (all.delivered === 0) return <p>{t.nothing}</p>
  return (
    <>
      <OnTime figures={figures} period={period} />
      <Delays figures={figures} period={period} />
      <FigureCard
        title={t.remakes.title}
        defined={t.remakes.defined}
        said={
          <>
            <strong className="figures__rate">{percent(all.remade, all.delivered)}</strong>
            <CountedLink search={{ ...period, list: 'remade' }} count={all.remade}>
              {t.remakes.said(all.remade, all.delivered)}
            </CountedLink>
          </>
        }
      >
        <Part share={shareOf(all.remade, all.delivered)} />
      </FigureCard>
      <FigureCard title={t.products.title} defined={t.products.defined}>
        <RateTable
          caption={t.products.title}
          of={t.columns.product}
          rates="remade"
          rows={products.map(one => ({ ...one, key: one.id, search: { ...period, product: one.id } }))}
        />
        {products.length === mostShown && <p className="muted">{t.shortened(mostShown)}</p>}
      </FigureCard>
      <FigureCard title={t.practices.title} defined={t.practices.defined}>
        <RateTable
          caption={t.practices.title}
          of={t.columns.practice}
          rates="both"
          rows={practices.map(one => ({
            ...one,
            key: one.id,
            name: (
              <Link to="/staff/practices/$id" params={{ id: one.id }}>
                {one.name}
              </Link>
            ),
            search: { ...period, practiceId: one.id },
          }))}
        />
        {practices.length === mostShown && <p className="muted">{t.shortened(mostShown)}</p>}
      </FigureCard>
      <FigureCard title={t.technicians.title} defined={t.technicians.defined}>
        <RateTable
          caption={t.technicians.title}
          of={t.columns.technician}
          rates="both"
          rows={technicians.map(one => ({
            ...one,
            key: one.id ?? 'nobody',
            name: one.name ?? t.technicians.nobody,
            search: { ...period, technician: one.id ?? 'nobody' },
          }))}
        />
      </FigureCard>
    </>
  )
}

function OnTime({ figures: { all, months }, period }: Props) {
  const t = useText(staffFiguresText)
  const language = useLanguage()
  const { percent } = useShares()
  const nameOf = (month: string, style: Intl.DateTimeFormatOptions = { month: 'long', year: 'numeric' }) =>
    new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))
  return (
    <FigureCard
      title={t.onTime.title}
      defined={t.onTime.defined}
      said={
        <>
          <strong className="figures__rate">{percent(all.onTime, all.promised)}</strong>
          <CountedLink search={{ ...period, list: 'on_time' }} count={all.onTime}>
            {t.onTime.said(all.onTime, all.promised)}
          </CountedLink>
          {all.delivered > all.promised && (
            <span className="muted">{t.onTime.undated(all.delivered - all.promised)}</span>
          )}
        </>
      }
    >
      <Columns
        columns={months.map(({ month, onTime, promised }) => ({
          key: month,
          value: shareOf(onTime, promised),
          said: percent(onTime, promised),
          name: nameOf(month, { month: 'short' }),
        }))}
        most={1}
      />
      <RateTable
        caption={t.onTime.title}
        of={t.columns.month}
        rates="both"
        rows={months.map(one => ({
          ...one,
          key: one.month,
          name: nameOf(one.month),
          search: within(period, one.month),
        }))}
      />
    </FigureCard>
  )
}

/** The part of a month within the period. */
function within({ from, to }: Period, month: string): Period {
  const first = `${month}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  const last = addDays(next, -1)
  return { from: first > from ? first : from, to: last < to ? last : to }
}

function Delays({ figures: { late }, period }: Props) {
  const t = useText(staffFiguresText)
  const { number, decimal } = useShares()
  const all = late.reduce((sum, { cases }) => sum + cases, 0)
  return (
    <FigureCard
      title={t.delays.title}
      defined={t.delays.defined}
      said={
        all > 0 && (
          <CountedLink search={{ ...period, list: 'late' }} count={all}>
            {t.cases(all)}
          </CountedLink>
        )
      }
    >
      {all === 0 ? (
        <p>{t.noneLate}</p>
      ) : (
        <Table
          caption={t.delays.title}
          rows={late}
          rowKey={({ cause }) => cause}
          columns={[
            { key: 'cause', label: t.columns.cause, phone: 'title', cell: ({ cause }) => t.delays.causes[cause] },
            {
              key: 'cases',
              label: t.columns.late,
              align: 'end',
              cell: ({ cause, cases }) => (
                <>
                  <CountedLink search={{ ...period, list: 'late', cause }} count={cases}>
                    {number(cases)}
                  </CountedLink>
                  <Part share={shareOf(cases, all)} />
                </>
              ),
            },
            {
              key: 'days',
              label: t.columns.daysLate,
              align: 'end',
              cell: ({ cases, days }) => <span className="num">{decimal(days / cases)}</span>,
            },
          ]}
        />
      )}
    </FigureCard>
  )
}
