import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { addDays, type Day } from '#kit/day.ts'
import { mostDays } from '#kit/period.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { PeriodMenu } from '#kit/web/period-menu.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { Toolbar } from '#kit/web/ui/toolbar.tsx'
import { useSaving } from '#kit/web/use-saving.ts'
import { staffFigureCalls } from '../contract.ts'
import { DeliveryFigures } from './delivery-figures.tsx'
import './figures.css'
import { Ahead, Answers, Stations } from './other-figures.tsx'
import { type FiguresSearch, periodOf } from './search.ts'
import { figuresOf } from './staff-queries.ts'
import { staffFiguresText } from './staff-text.ts'

const route = getRouteApi('/console/staff/figures')

/** The laboratory's figures, each with its definition and a link to its cases. */
export function StaffFiguresScreen() {
  const t = useText(staffFiguresText)
  useTitle(t.title)
  const format = useFormat()
  const search: FiguresSearch = route.useSearch()
  const period = periodOf(search, format.today())
  const known = useQuery(figuresOf(period))
  const { save, isPending } = useSaving({})
  const { data: figures, error } = known
  const days = `${format.day(period.from, 'year')} – ${format.day(period.to, 'year')}`
  const isClamped = search.from !== undefined && search.from !== period.from
  return (
    <div className="stack">
      <PageHead
        title={t.title}
        description={t.description(days)}
        actions={
          <Button
            icon="download"
            pending={isPending}
            onClick={() =>
              save({
                load: () => call(staffFigureCalls.export, { query: period }),
                name: t.exportName(period.from, period.to),
                failed: t.exportFailed,
              })
            }
          >
            {t.export}
          </Button>
        }
      />
      <Periods search={search} />
      {isClamped && <Notice>{t.clamped}</Notice>}
      {error && figures && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void known.refetch()} />}
      {error && !figures ? (
        <QueryFailure title={t.failed} query={known} />
      ) : figures ? (
        <div className="figures__cards" aria-busy={known.isFetching}>
          <DeliveryFigures figures={figures} period={period} />
          <Answers answers={figures.answers} />
          <Stations stations={figures.stations} />
          <Ahead ahead={figures.ahead} />
        </div>
      ) : (
        <Skeleton shape="block" />
      )}
    </div>
  )
}

const firstOf = (day: Day): Day => `${day.slice(0, 7)}-01`

/** Common periods, and a free choice. Each is a step that Back undoes. */
function Periods({ search }: { search: FiguresSearch }) {
  const t = useText(staffFiguresText)
  const navigate = useNavigate({ from: '/staff/figures' })
  const today = useFormat().today()
  const lastOfBefore = addDays(firstOf(today), -1)
  const presets: readonly [string, FiguresSearch][] = [
    [t.presets.usual, { from: undefined, to: undefined }],
    [t.presets.month, { from: firstOf(today), to: today }],
    [t.presets.before, { from: firstOf(lastOfBefore), to: lastOfBefore }],
    [t.presets.year, { from: addDays(today, 1 - mostDays), to: today }],
  ]
  return (
    <Toolbar label={t.toolbar}>
      {presets.map(([label, preset]) => (
        <ButtonLink
          key={label}
          to="/staff/figures"
          search={preset}
          resetScroll={false}
          size="sm"
          variant={preset.from === search.from && preset.to === search.to ? 'secondary' : 'bare'}
          aria-current={preset.from === search.from && preset.to === search.to ? 'true' : undefined}
        >
          {label}
        </ButtonLink>
      ))}
      <PeriodMenu
        words={t}
        period={{ from: search.from, to: search.to }}
        onChoose={chosen => void navigate({ to: '/staff/figures', search: chosen, resetScroll: false })}
      />
    </Toolbar>
  )
}
