import { Link } from '@tanstack/react-router'
import { CaseStatus } from '#features/cases/contract.ts'
import { isAtLaboratory } from '#features/cases/rules.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { Figures } from '../contract.ts'
import { shareOf } from '../rules.ts'
import { Columns, Part } from './drawings.tsx'
import { FigureCard } from './figure-card.tsx'
import { staffFiguresText } from './staff-text.ts'
import { useShares } from './use-shares.ts'

export function Answers({ answers: { asked, answered, medianMinutes, within } }: { answers: Figures['answers'] }) {
  const t = useText(staffFiguresText)
  const { number, decimal, percent } = useShares()
  const timeOf = (minutes: number) =>
    minutes < 60
      ? t.time.minutes(minutes)
      : minutes < 48 * 60
        ? t.time.hours(decimal(minutes / 60))
        : t.time.days(decimal(minutes / 1440))
  return (
    <FigureCard
      title={t.answers.title}
      defined={t.answers.defined}
      said={
        asked > 0 && (
          <>
            {medianMinutes !== null && <strong>{t.answers.median(timeOf(medianMinutes))}</strong>}
            <span className="muted">{t.answers.said(answered, asked)}</span>
          </>
        )
      }
    >
      {asked === 0 ? (
        <p>{t.noneAsked}</p>
      ) : (
        <Table
          caption={t.answers.title}
          rows={within}
          rowKey={({ hours }) => String(hours)}
          columns={[
            { key: 'within', label: t.columns.within, phone: 'title', cell: ({ hours }) => t.answers.hours(hours) },
            {
              key: 'messages',
              label: t.columns.messages,
              align: 'end',
              cell: ({ answered }) => (
                <>
                  <span className="num">
                    {number(answered)} · {percent(answered, asked)}
                  </span>
                  <Part share={shareOf(answered, asked)} />
                </>
              ),
            },
          ]}
        />
      )}
    </FigureCard>
  )
}

/** How long work takes at the places where its label is scanned. */
export function Stations({ stations }: { stations: Figures['stations'] }) {
  const t = useText(staffFiguresText)
  const { number, decimal } = useShares()
  return (
    <FigureCard title={t.stations.title} defined={t.stations.defined}>
      {stations.length === 0 ? (
        <p>{t.stations.nothing}</p>
      ) : (
        <Table
          caption={t.stations.title}
          rows={stations}
          rowKey={({ station, reference }) => `${station}/${reference}`}
          columns={[
            {
              key: 'place',
              label: t.stations.place,
              phone: 'title',
              cell: ({ station, product }) => <TwoLines sub={product ?? t.stations.several}>{station}</TwoLines>,
            },
            {
              key: 'cases',
              label: t.columns.load,
              align: 'end',
              cell: ({ cases }) => <span className="num">{number(cases)}</span>,
            },
            {
              key: 'minutes',
              label: t.stations.minutes,
              align: 'end',
              cell: ({ minutes }) => <span className="num">{decimal(minutes)}</span>,
            },
            {
              key: 'each',
              label: t.stations.each,
              align: 'end',
              cell: ({ minutesEach }) => <span className="num">{decimal(minutesEach)}</span>,
            },
          ]}
        />
      )}
    </FigureCard>
  )
}

const here = CaseStatus.options.filter(status => isAtLaboratory({ status }))

export function Ahead({ ahead: { late, undated, days } }: { ahead: Figures['ahead'] }) {
  const t = useText(staffFiguresText)
  const format = useFormat()
  const { number } = useShares()
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const loaded = days.filter(({ cases }) => cases > 0)
  return (
    <FigureCard
      title={t.ahead.title}
      defined={t.ahead.defined}
      said={
        <>
          {late > 0 && (
            <Link to="/staff/cases" search={{ due: 'late' }}>
              {t.ahead.late(late)}
            </Link>
          )}
          {undated > 0 && <span className="muted">{t.ahead.undated(undated)}</span>}
        </>
      }
    >
      {loaded.length === 0 ? (
        <p>{t.ahead.nothing}</p>
      ) : (
        <>
          <Columns
            columns={days.map(({ day, cases }) => ({ key: day, value: cases, said: number(cases) }))}
            most={Math.max(...days.map(({ cases }) => cases))}
            first={format.day(first, 'date')}
            last={format.day(last, 'date')}
          />
          <Table
            caption={t.ahead.title}
            rows={loaded}
            rowKey={({ day }) => day}
            columns={[
              { key: 'day', label: t.columns.day, phone: 'title', cell: ({ day }) => format.day(day, 'short') },
              {
                key: 'cases',
                label: t.columns.load,
                align: 'end',
                cell: ({ day, cases }) => (
                  <Link
                    to="/staff/cases"
                    search={{ deliveryDateFrom: day, deliveryDateTo: day, statuses: here }}
                    className="num"
                  >
                    {number(cases)}
                  </Link>
                ),
              },
            ]}
          />
        </>
      )}
    </FigureCard>
  )
}
