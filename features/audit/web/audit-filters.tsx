import { useNavigate } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { PeriodMenu } from '#kit/web/period-menu.tsx'
import { oneOf } from '#kit/web/search-params.ts'
import { useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { FilterMenu } from '#kit/web/ui/filter-menu.tsx'
import { Chips, Filters } from '#kit/web/ui/filters.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Toolbar } from '#kit/web/ui/toolbar.tsx'
import { kindGroups, kindsOf, whats } from '../kinds.ts'
import { type AuditSearch, changed, isFiltered } from './search.ts'
import { staffAuditText } from './staff-text.ts'

const SubjectSearch = later(() => import('./subject-search.tsx').then(module => module.SubjectSearch), {
  when: 'drawn',
})

type Names = { person: string | null; practice: string | null; case: string | null }
type Props = { search: AuditSearch; of: Names | undefined }

/** Each filter is a history entry that Back undoes. */
export function AuditFilterBar({ search, of }: Props) {
  const t = useText(staffAuditText)
  const navigate = useNavigate({ from: '/staff/audit' })
  const onChange = (changes: AuditSearch) =>
    void navigate({ to: '/staff/audit', search: changed(search, changes), resetScroll: false })
  return (
    <Toolbar label={t.toolbar}>
      <Filters
        label={t.filter}
        done={t.showList}
        count={[search.what, search.from ?? search.to].filter(Boolean).length}
      >
        <FilterMenu label={t.subject.menu} icon="search">
          <SubjectSearch search={search} />
        </FilterMenu>
        <Select
          label={t.what}
          labelHidden
          name="what"
          value={search.what ?? ''}
          placeholder={t.anything}
          onChange={({ currentTarget }) => onChange({ what: oneOf(whats, currentTarget.value) })}
        >
          {kindGroups.map(group => (
            <optgroup key={group} label={t.groups[group]}>
              <option value={group}>{t.allOf(t.groups[group])}</option>
              {kindsOf[group].map(kind => (
                <option key={kind} value={kind}>
                  {t.kinds[kind]}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
        <PeriodMenu words={t} period={{ from: search.from, to: search.to }} onChoose={onChange} />
      </Filters>
      <AuditChips search={search} />
      <Taken name={search.userId && of?.person} search={changed(search, { userId: undefined })} />
      <Taken name={search.practiceId && of?.practice} search={changed(search, { practiceId: undefined })} />
      <Taken name={search.orderId && of?.case} search={changed(search, { orderId: undefined })} />
      {isFiltered(search) && (
        <ButtonLink to="/staff/audit" search={{}} resetScroll={false} variant="bare">
          {t.clear}
        </ButtonLink>
      )}
    </Toolbar>
  )
}

/** Active filters hidden behind the button on a phone, each with a way to remove it. */
function AuditChips({ search }: { search: AuditSearch }) {
  const t = useText(staffAuditText)
  const format = useFormat()
  const { what, from, to } = search
  const period =
    from && to
      ? format.days(from, to)
      : from
        ? t.since(format.day(from, 'date'))
        : to && t.until(format.day(to, 'date'))
  const group = kindGroups.find(one => one === what)
  const kind = kindGroups.flatMap(one => [...kindsOf[one]]).find(one => one === what)
  const name = group ? t.allOf(t.groups[group]) : kind && t.kinds[kind]
  if (!name && !period) return null
  return (
    <Chips>
      <Taken name={name} search={changed(search, { what: undefined })} />
      <Taken name={period} search={changed(search, { from: undefined, to: undefined })} />
    </Chips>
  )
}

/** An active filter, with a way to remove it. */
function Taken({ name, search }: { name: string | null | undefined; search: AuditSearch }) {
  const t = useText(staffAuditText)
  return (
    name && (
      <ButtonLink
        to="/staff/audit"
        search={search}
        resetScroll={false}
        icon="close"
        aria-label={t.subject.without(name)}
      >
        {name}
      </ButtonLink>
    )
  )
}
