import { useNavigate } from '@tanstack/react-router'
import { later } from '#kit/web/later.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { datesText } from '#kit/web/ui/dates-text.ts'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { FilterMenu } from '#kit/web/ui/filter-menu.tsx'
import { Filters } from '#kit/web/ui/filters.tsx'
import { Toolbar } from '#kit/web/ui/toolbar.tsx'
import { CaseStatus } from '../contract.ts'
import { statusesOfTab } from '../rules.ts'
import { changed, isFiltered, type StaffListSearch, withoutFilters } from './staff-search.ts'
import { staffCasesText } from './staff-text.ts'
import { StaffWordsFilter } from './staff-words-filter.tsx'
import { casesText } from './text.ts'

const FilterForm = later(
  () =>
    Promise.all([import('./staff-filter-form.tsx'), loadText(datesText)]).then(
      ([{ StaffFilterForm }]) => StaffFilterForm,
    ),
  { when: 'drawn' },
)

const FilterChips = later(() => import('./staff-filter-chips.tsx').then(module => module.StaffFilterChips), {
  when: 'drawn',
})

/** Each change is a history entry, so that Back undoes it. */
export function StaffCaseFilters({ search }: { search: StaffListSearch }) {
  const t = useText(casesText)
  const { list } = useText(staffCasesText)
  const { filters } = list
  const navigate = useNavigate({ from: '/staff/cases' })
  const onChange = (changes: StaffListSearch) =>
    void navigate({ to: '/staff/cases', search: changed(search, changes), resetScroll: false })
  const statuses = search.statuses ?? []
  const [first] = statuses
  const offered = CaseStatus.options.filter(one => statusesOfTab[search.tab ?? 'in_progress'].includes(one))
  const more = [search.practiceId, search.family, search.technician, search.deliveryDateFrom ?? search.deliveryDateTo]
  const chosen = more.filter(said => said !== undefined).length
  return (
    <Toolbar label={list.toolbar}>
      <StaffWordsFilter words={search.search} onSearch={words => onChange({ search: words })} />
      <Filters label={list.filter} done={list.showList} count={statuses.length + chosen}>
        <FilterMenu label={t.list.status} active={statuses.length > 1 ? statuses.length : first && t.status[first]}>
          <Fieldset legend={t.list.status} legendHidden>
            {offered.map(status => (
              <Checkbox
                key={status}
                label={t.status[status]}
                checked={statuses.includes(status)}
                onChange={({ currentTarget }) => {
                  const next = offered.filter(one => (one === status ? currentTarget.checked : statuses.includes(one)))
                  onChange({ statuses: next.length > 0 ? next : undefined })
                }}
              />
            ))}
          </Fieldset>
        </FilterMenu>
        <FilterMenu label={filters.more} icon="filter" active={chosen > 0 ? chosen : undefined}>
          <FilterForm key={JSON.stringify(more)} search={search} onChange={onChange} />
        </FilterMenu>
      </Filters>
      {statuses.length + chosen > 0 && <FilterChips search={search} />}
      <Taken name="due" words={search.due && filters.due[search.due]} search={search} />
      <Taken name="said" words={search.said && filters.said[search.said]} search={search} />
      <Taken
        name="technician"
        words={search.technician === 'me' ? filters.mine : search.technician === 'nobody' ? filters.nobody : undefined}
        search={search}
      />
      {isFiltered(search) && (
        <ButtonLink to="/staff/cases" search={withoutFilters(search)} resetScroll={false} variant="bare">
          {list.clear}
        </ButtonLink>
      )}
    </Toolbar>
  )
}

type TakenProps = { name: 'due' | 'said' | 'technician'; words: string | undefined; search: StaffListSearch }

/** A filter set by a link from elsewhere, with a button that removes it. */
const Taken = ({ name, words, search }: TakenProps) =>
  words !== undefined && (
    <ButtonLink to="/staff/cases" search={changed(search, { [name]: undefined })} resetScroll={false} icon="close">
      {words}
    </ButtonLink>
  )
