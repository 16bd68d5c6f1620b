import { getRouteApi } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { classes } from '#kit/web/ui/classes.ts'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { TabLink, Tabs } from '#kit/web/ui/tabs.tsx'
import type { DashboardDay } from '../contract.ts'
import { planningTabs } from '../planning-tabs.ts'
import { daysFrom, firstDayOf, inOtherTab, lengthOf, steppedFrom } from '../rules.ts'
import { DaySheet, DaySheetSkeleton } from './day-sheet.tsx'
import { hasNothing } from './sheet-words.ts'
import { dashboardText } from './text.ts'
import { usePrinting } from './use-printing.ts'

const route = getRouteApi('/portal/dashboard')

type PlanningProps = {
  /** Undefined while loading. */
  days: DashboardDay[] | undefined
  /** False while the previous days are still shown. */
  isCurrent: boolean
  /** When the data was loaded, in words. */
  updated: string | undefined
  isBusy: boolean
}

/** One sheet per day, side by side; on paper one per page. */
export function Planning({ days, isCurrent, updated, isBusy }: PlanningProps) {
  const t = useText(dashboardText)
  const format = useFormat()
  const { from, ...search } = route.useSearch()
  const tab = search.tab ?? '3_days'
  const [printed, print] = usePrinting()
  const [first, last] = [days?.[0], days?.at(-1)]
  const range = first && last && format.days(first.date, last.date)
  return (
    <section className="planning stack" aria-labelledby="planning" aria-busy={isBusy || undefined}>
      <div className="planning__head">
        <h2 id="planning">
          <span className="planning__word">{t.planning}</span> {range ?? <Skeleton width="medium" />}
        </h2>
        <Views />
        <Moves />
        <Button className="planning__print" icon="print" disabled={!days} onClick={() => print('all')}>
          <span>{t.print}</span>
        </Button>
      </div>
      <ResultCount hidden>{isCurrent && range}</ResultCount>
      {days?.every(hasNothing) ? (
        <Card flush>
          <EmptyState icon="calendar" title={t.nothingAtAll.title} description={t.nothingAtAll.description} />
        </Card>
      ) : (
        <div className={classes('planning__days', lengthOf[tab] === 7 && 'planning__days--week')}>
          {days?.map(day => (
            <DaySheet
              key={day.date}
              day={day}
              updated={updated}
              isPrinted={printed === day.date || (printed === 'all' && !hasNothing(day))}
              onPrint={() => print(day.date)}
            />
          )) ??
            daysFrom(firstDayOf(tab, from, format.today()), lengthOf[tab]).map(day => <DaySheetSkeleton key={day} />)}
        </div>
      )}
    </section>
  )
}

function Views() {
  const t = useText(dashboardText)
  const today = useFormat().today()
  const { from, ...search } = route.useSearch()
  const tab = search.tab ?? '3_days'
  return (
    <Tabs label={t.views}>
      {planningTabs.map(other => (
        <TabLink
          key={other}
          to="/dashboard"
          search={{
            tab: other === '3_days' ? undefined : other,
            from: other === tab ? from : inOtherTab(tab, from, other, today),
          }}
          resetScroll={false}
          selected={other === tab}
        >
          {t.tabs[other]}
        </TabLink>
      ))}
    </Tabs>
  )
}

function Moves() {
  const t = useText(dashboardText)
  const today = useFormat().today()
  const { tab, from } = route.useSearch()
  const view = tab ?? '3_days'
  const by = (steps: number) => ({ tab, from: steppedFrom(view, firstDayOf(view, from, today), steps, today) })
  return (
    <nav className="row planning__moves" aria-label={t.moves}>
      <ButtonLink
        to="/dashboard"
        search={by(-1)}
        resetScroll={false}
        icon="chevron-left"
        className="button--icon"
        aria-label={t.previous}
        title={t.previous}
      />
      <ButtonLink to="/dashboard" search={{ tab }} resetScroll={false}>
        {t.today}
      </ButtonLink>
      <ButtonLink
        to="/dashboard"
        search={by(1)}
        resetScroll={false}
        icon="chevron-right"
        className="button--icon"
        aria-label={t.next}
        title={t.next}
      />
    </nav>
  )
}
