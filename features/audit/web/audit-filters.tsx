import { useNavigate } from '@tanstack/react-router'
import { later } from '#kit/web/later.tsx'
import { PeriodMenu } from '#kit/web/period-menu.tsx'
import { oneOf } from '#kit/web/search-params.ts'
import { useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { FilterMenu } from '#kit/web/ui/filter-menu.tsx'
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

/** Each is a step that Back undoes. */
export function AuditFilterBar({ search, of }: Props) {
  const t = useText(staffAuditText)
  const navigate = useNavigate({ from: '/staff/audit' })
  const onChange = (changes: AuditSearch) =>
    void navigate({ to: '/staff/audit', search: changed(search, changes), resetScroll: false })
  return (
    <Toolbar label={t.toolbar}>
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

/** To what the lines are narrowed, and the way out of it. */
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
