import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { later } from '#kit/web/later.tsx'
import { PeriodMenu } from '#kit/web/period-menu.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { FilterMenu } from '#kit/web/ui/filter-menu.tsx'
import { Filters } from '#kit/web/ui/filters.tsx'
import { closePopover } from '#kit/web/ui/popover.tsx'
import { SearchInput } from '#kit/web/ui/search-input.tsx'
import { Toolbar } from '#kit/web/ui/toolbar.tsx'
import { invoiceStatuses } from '../address.ts'
import type { InvoiceStatus } from '../contract.ts'
import { longestSearch } from '../contract.ts'
import { ExportMenu } from './export-menu.tsx'
import { changed, filtersIn, isFiltered } from './list-changes.ts'
import type { InvoiceSearch } from './search.ts'
import { invoicesText } from './text.ts'

export const InvoiceChips = later(() => import('./invoice-chips.tsx').then(module => module.InvoiceChips), {
  when: 'drawn',
})

export type FilterProps = { search: InvoiceSearch; onChange: (changes: InvoiceSearch) => void }

/** Each change is a step that Back undoes. */
export function InvoiceFilters({ search }: { search: InvoiceSearch }) {
  const t = useText(invoicesText)
  const navigate = useNavigate({ from: '/invoices' })
  const onChange = (changes: InvoiceSearch) => {
    void navigate({ to: '/invoices', search: changed(search, changes), resetScroll: false })
  }
  return (
    <Toolbar label={t.toolbar}>
      <WordsFilter key={search.search} search={search} onChange={onChange} />
      <Filters label={t.filter} done={t.showList} count={filtersIn(search)}>
        <StatusFilter search={search} onChange={onChange} />
        <PeriodFilter search={search} onChange={onChange} />
      </Filters>
      {filtersIn(search) > 0 && (
        <InvoiceChips search={search} without={changes => ({ to: '/invoices', search: changed(search, changes) })} />
      )}
      {search.due && (
        <ButtonLink to="/invoices" search={changed(search, { due: undefined })} resetScroll={false} icon="close">
          {search.due === 'overdue' ? t.overdueOnly : t.outstandingOnly}
        </ButtonLink>
      )}
      {isFiltered(search) && (
        <ButtonLink to="/invoices" search={{}} resetScroll={false} variant="bare">
          {t.clear}
        </ButtonLink>
      )}
      <ExportMenu search={search} />
    </Toolbar>
  )
}

export function WordsFilter({ search, onChange }: FilterProps) {
  const t = useText(invoicesText)
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const words = String(new FormData(event.currentTarget).get('search') ?? '').trim()
    onChange({ search: words || undefined })
  }
  return (
    <form onSubmit={apply}>
      <SearchInput
        label={t.search}
        placeholder={t.searchExample}
        name="search"
        maxLength={longestSearch}
        defaultValue={search.search}
      />
    </form>
  )
}

export function StatusFilter({ search, onChange }: FilterProps) {
  const t = useText(invoicesText)
  const chosen = search.statuses ?? []
  const [first] = chosen
  const choose = (statuses: InvoiceStatus[]) => onChange({ statuses: statuses.length > 0 ? statuses : undefined })
  return (
    <FilterMenu label={t.status} active={chosen.length > 1 ? chosen.length : first && t.statuses[first]}>
      <div className="stack stack--sm">
        <Fieldset legend={t.status} legendHidden>
          {invoiceStatuses.map(status => (
            <Checkbox
              key={status}
              label={t.statuses[status]}
              checked={chosen.includes(status)}
              onChange={({ currentTarget }) =>
                choose(invoiceStatuses.filter(one => (one === status ? currentTarget.checked : chosen.includes(one))))
              }
            />
          ))}
        </Fieldset>
        {chosen.length > 0 && (
          <div className="row">
            <Button
              variant="bare"
              onClick={event => {
                closePopover(event.currentTarget)
                choose([])
              }}
            >
              {t.anyStatus}
            </Button>
          </div>
        )}
      </div>
    </FilterMenu>
  )
}

export function PeriodFilter({ search: { from, to }, onChange }: FilterProps) {
  const { period, from: first, to: last, since, until, apply, anyDate, orderWrong } = useText(invoicesText)
  const words = { period, from: first, to: last, since, until, apply, anyDate, orderWrong }
  return <PeriodMenu words={words} period={{ from, to }} onChoose={onChange} />
}
