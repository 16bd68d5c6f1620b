import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { datesText } from '#kit/web/ui/dates-text.ts'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { FilterMenu } from '#kit/web/ui/filter-menu.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { SearchInput } from '#kit/web/ui/search-input.tsx'
import { Toolbar } from '#kit/web/ui/toolbar.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import { ChoiceSum } from './choice-sum.tsx'
import { OpenProFormas } from './open-pro-formas.tsx'
import { PracticesToBill } from './practices-to-bill.tsx'
import type { RunDialogProps } from './run-dialog.tsx'
import { RunsCard, RunsUnderWay } from './runs.tsx'
import { SettingsNotice } from './settings-notice.tsx'
import { billingSettings, practicesToBill } from './staff-queries.ts'
import type { BillingSearch } from './staff-search.ts'
import { billingText, booksText } from './staff-text.ts'

const route = getRouteApi('/console/staff/billing')
const UntilForm = later(() =>
  Promise.all([import('./until-form.tsx'), loadText(datesText)]).then(([{ UntilForm }]) => UntilForm),
)
/** Looked at after the month's work, so it stands below it and loads later. */
const Takings = later(() => import('./takings.tsx').then(({ Takings }) => Takings))
const loadRunDialog = async () => (await import('./run-dialog.tsx')).RunDialog

/** The bookkeeper's month: what is delivered and on no piece, and what practices say of their pro formas. */
export function StaffBillingScreen() {
  const words = useText(booksText)
  const t = useText(billingText).billing
  useTitle(words.invoicing)
  const format = useFormat()
  const search: BillingSearch = route.useSearch()
  const list = useQuery({ ...practicesToBill(search), placeholderData: keepPreviousData })
  const isRefreshing = useDelayed(list.isFetching)
  const run = useLateDialog<RunDialogProps>(loadRunDialog)
  const canIssue = useQuery(billingSettings).data?.missing.length === 0
  /** Practices put into the run or left out by hand; those without billable cases are in none. */
  const [decided, setDecided] = useState<ReadonlyMap<string, boolean>>(new Map())
  const known = list.data
  const billable = known?.filter(({ cases, unpriced }) => cases > unpriced) ?? []
  // A practice with nothing but contested work is billed only when somebody chooses it.
  const chosen = billable.filter(
    ({ id, cases, unpriced, contested }) => decided.get(id) ?? cases > unpriced + contested,
  )
  const decideAll = (isChosen: boolean) => setDecided(new Map(billable.map(({ id }) => [id, isChosen])))
  const sum = (of: 'netCents' | 'totalCents') => chosen.reduce((all, one) => all + one.uncontested[of], 0)
  const none = search.search ? t.notFound : t.empty
  return (
    <div className="stack">
      <PageHead
        title={words.invoicing}
        description={t.description}
        actions={
          <>
            <ButtonLink to="/staff/invoices" icon="document">
              {t.pieces}
            </ButtonLink>
            <ButtonLink to="/staff/billing/settings" icon="gear">
              {t.settings}
            </ButtonLink>
          </>
        }
      />
      <SettingsNotice />
      <RunsUnderWay />
      <OpenProFormas />
      <Filters search={search} />
      {list.error && known && (
        <OutdatedNotice words={words.outdated} error={list.error} onRetry={() => void list.refetch()} />
      )}
      <Card
        flush
        title={t.toBill}
        actions={
          <ChoiceSum
            chosen={chosen.length}
            of={billable.length}
            netCents={sum('netCents')}
            totalCents={sum('totalCents')}
            onAll={() => decideAll(true)}
            onNone={() => decideAll(false)}
          />
        }
        footer={
          chosen.length > 0 &&
          canIssue && (
            <Button
              variant="primary"
              onPointerEnter={run.prepare}
              onFocus={run.prepare}
              onClick={() =>
                run.open({
                  chosen,
                  isEveryone: !search.search && chosen.length === billable.length,
                  until: search.until ?? format.today(),
                })
              }
            >
              {t.bill(chosen.length, format.money(sum('totalCents')))}
            </Button>
          )
        }
      >
        {list.error && !known ? (
          <QueryFailure title={words.failed} query={list} />
        ) : known?.length === 0 ? (
          <EmptyState
            icon={search.search ? 'search' : 'check'}
            {...none}
            action={
              search.search && (
                <ButtonLink to="/staff/billing" search={{ ...search, search: undefined }}>
                  {t.clear}
                </ButtonLink>
              )
            }
          />
        ) : (
          <PracticesToBill
            rows={known}
            busy={isRefreshing}
            isChosen={id => chosen.some(one => one.id === id)}
            onChoose={(id, isChosen) => setDecided(new Map(decided).set(id, isChosen))}
          />
        )}
      </Card>
      <RunsCard />
      <Takings />
      {run.dialog}
    </div>
  )
}

function Filters({ search }: { search: BillingSearch }) {
  const t = useText(billingText).billing
  const format = useFormat()
  const navigate = useNavigate({ from: '/staff/billing' })
  const go = (changes: BillingSearch) =>
    void navigate({ to: '/staff/billing', search: { ...search, ...changes }, resetScroll: false })
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const words = String(new FormData(event.currentTarget).get('search') ?? '').trim()
    go({ search: words.slice(0, 100) || undefined })
  }
  return (
    <Toolbar label={t.toBill}>
      <form key={search.search} onSubmit={find}>
        <SearchInput
          label={t.search}
          placeholder={t.search}
          name="search"
          defaultValue={search.search}
          maxLength={100}
        />
      </form>
      <FilterMenu label={t.until} icon="calendar" active={search.until && format.day(search.until, 'date')}>
        <UntilForm key={search.until} until={search.until} onChoose={until => go({ until })} />
      </FilterMenu>
    </Toolbar>
  )
}
