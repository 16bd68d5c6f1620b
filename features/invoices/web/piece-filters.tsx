import { useNavigate } from '@tanstack/react-router'
import { useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { FilterMenu } from '#kit/web/ui/filter-menu.tsx'
import { Filters } from '#kit/web/ui/filters.tsx'
import { Toolbar } from '#kit/web/ui/toolbar.tsx'
import { invoiceTypes } from '../address.ts'
import { InvoiceChips, PeriodFilter, StatusFilter, WordsFilter } from './invoice-filters.tsx'
import { changed, filtersIn, isFiltered } from './list-changes.ts'
import type { PieceSearch } from './staff-search.ts'
import { piecesText } from './staff-text.ts'
import { invoicesText } from './text.ts'

type Props = {
  search: PieceSearch
  /** The practice whose pieces are shown. */
  practice: { name: string } | undefined
}

/** Each change is a step that Back undoes. */
export function PieceFilters({ search, practice }: Props) {
  const t = useText(invoicesText)
  const words = useText(piecesText).pieces
  const navigate = useNavigate({ from: '/staff/invoices' })
  const onChange = (changes: PieceSearch) =>
    void navigate({ to: '/staff/invoices', search: changed(search, changes), resetScroll: false })
  const types = search.types ?? []
  const [first] = types
  return (
    <Toolbar label={t.toolbar}>
      <WordsFilter key={search.search} search={search} onChange={onChange} />
      <Filters label={t.filter} done={t.showList} count={types.length + filtersIn(search)}>
        <FilterMenu label={words.type} active={types.length > 1 ? types.length : first && t.types[first]}>
          <Fieldset legend={words.type} legendHidden>
            {invoiceTypes.map(type => (
              <Checkbox
                key={type}
                label={t.types[type]}
                checked={types.includes(type)}
                onChange={({ currentTarget }) => {
                  const chosen = invoiceTypes.filter(one =>
                    one === type ? currentTarget.checked : types.includes(one),
                  )
                  onChange({ types: chosen.length > 0 ? chosen : undefined })
                }}
              />
            ))}
          </Fieldset>
        </FilterMenu>
        <StatusFilter search={search} onChange={onChange} />
        <PeriodFilter search={search} onChange={onChange} />
      </Filters>
      {types.length + filtersIn(search) > 0 && (
        <InvoiceChips
          search={search}
          without={changes => ({ to: '/staff/invoices', search: changed(search, changes) })}
        />
      )}
      {search.practiceId && practice && (
        <ButtonLink
          to="/staff/invoices"
          search={changed(search, { practiceId: undefined })}
          resetScroll={false}
          icon="close"
        >
          {words.ofPractice(practice.name)}
        </ButtonLink>
      )}
      {search.due && (
        <ButtonLink to="/staff/invoices" search={changed(search, { due: undefined })} resetScroll={false} icon="close">
          {search.due === 'overdue' ? t.overdueOnly : t.outstandingOnly}
        </ButtonLink>
      )}
      {isFiltered(search) && (
        <ButtonLink to="/staff/invoices" search={{}} resetScroll={false} variant="bare">
          {t.clear}
        </ButtonLink>
      )}
    </Toolbar>
  )
}
