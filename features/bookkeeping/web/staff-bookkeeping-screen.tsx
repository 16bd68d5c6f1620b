import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { PeriodMenu } from '#kit/web/period-menu.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { FilterMenu } from '#kit/web/ui/filter-menu.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { Toolbar } from '#kit/web/ui/toolbar.tsx'
import { useSaving } from '#kit/web/use-saving.ts'
import { entriesFileName } from '../file-name.ts'
import { journals } from '../rules.ts'
import { bookkeepingCalls } from '../staff-contract.ts'
import { AccountsForm } from './accounts-form.tsx'
import { BookedTable } from './booked-table.tsx'
import { monthUntil, periodOf, yearBefore, yearUntil } from './periods.ts'
import type { BookkeepingSearch } from './search.ts'
import { accountsQuery, bookedIn } from './staff-queries.ts'
import { bookkeepingText } from './staff-text.ts'

const route = getRouteApi('/console/staff/entries')

/** The entries of a period for the accountant, and the accounts they are booked under. */
export function StaffBookkeepingScreen() {
  const t = useText(bookkeepingText)
  const format = useFormat()
  const search: BookkeepingSearch = route.useSearch()
  const { companyName } = useBrand()
  const period = periodOf(search, format.today())
  const query = { ...period, journal: search.journal }
  const found = useQuery(bookedIn(query))
  const accounts = useQuery(accountsQuery)
  const { save, isPending } = useSaving({})
  const { data: booked, error } = found
  const isClamped = search.from !== undefined && search.from !== period.from
  const isEmpty = booked?.accounts.length === 0
  return (
    <div className="stack">
      <PageHead
        title={t.title}
        description={t.description}
        actions={
          booked &&
          !isEmpty && (
            <Button
              variant="primary"
              icon="download"
              pending={isPending}
              onClick={() =>
                save({
                  load: () => call(bookkeepingCalls.export, { query }),
                  name: entriesFileName(query, companyName),
                  failed: t.exportFailed,
                })
              }
            >
              {t.export}
            </Button>
          )
        }
      />
      <Periods search={search} />
      {isClamped && <Notice>{t.clamped}</Notice>}
      {error && booked && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void found.refetch()} />}
      {booked && !isEmpty && period.to >= format.today() && <Notice>{t.unfinished}</Notice>}
      {booked && booked.receivedBefore > 0 && <Notice>{t.receivedBefore(booked.receivedBefore)}</Notice>}
      <Card
        flush
        title={t.entries(`${format.day(period.from, 'year')} – ${format.day(period.to, 'year')}`)}
        footer={<p className="small muted">{t.defined}</p>}
      >
        {error && !booked ? (
          <QueryFailure title={t.failed} query={found} />
        ) : isEmpty ? (
          <EmptyState
            icon="document"
            {...(search.journal
              ? { title: t.nothingInJournal, description: t.nothingAdvice }
              : { title: t.nothing, description: t.nothingAdvice })}
            action={
              search.journal && (
                <ButtonLink to="/staff/entries" search={{ ...search, journal: undefined }} resetScroll={false}>
                  {t.journalNames.both}
                </ButtonLink>
              )
            }
          />
        ) : (
          <BookedTable booked={booked} busy={found.isPlaceholderData} />
        )}
      </Card>
      {accounts.data ? (
        <AccountsForm there={accounts.data} />
      ) : accounts.error ? (
        <Card flush>
          <QueryFailure title={t.accountsFailed} query={accounts} />
        </Card>
      ) : (
        <BlockSkeleton />
      )}
    </div>
  )
}

/** Common periods, and a free choice. Each is a step that Back undoes. */
function Periods({ search }: { search: BookkeepingSearch }) {
  const t = useText(bookkeepingText)
  const navigate = useNavigate({ from: '/staff/entries' })
  const today = useFormat().today()
  const presets: readonly [string, BookkeepingSearch][] = [
    [t.presets.before, { from: undefined, to: undefined }],
    [t.presets.month, monthUntil(today)],
    [t.presets.year, yearUntil(today)],
    [t.presets.yearBefore, yearBefore(today)],
  ]
  return (
    <Toolbar label={t.toolbar}>
      {presets.map(([label, preset]) => (
        <ButtonLink
          key={label}
          to="/staff/entries"
          search={{ ...preset, journal: search.journal }}
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
        onChoose={chosen =>
          void navigate({ to: '/staff/entries', search: { ...chosen, journal: search.journal }, resetScroll: false })
        }
      />
      <FilterMenu label={t.journal} active={search.journal && t.journalNames[search.journal]}>
        <Choices
          name="journal"
          label={t.journal}
          labelHidden
          value={search.journal ?? 'both'}
          options={(['both', ...journals] as const).map(value => ({ value, label: t.journalNames[value] }))}
          onChange={chosen =>
            void navigate({
              to: '/staff/entries',
              search: { ...search, journal: chosen === 'both' ? undefined : chosen },
              resetScroll: false,
            })
          }
        />
      </FilterMenu>
    </Toolbar>
  )
}
