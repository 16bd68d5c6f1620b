import { useQuery } from '@tanstack/react-query'
import { matchesWords } from '#kit/web/search-words.ts'
import { useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { staffCaseFilters } from './staff-queries.ts'
import { changed, type StaffListSearch } from './staff-search.ts'
import { staffCasesText } from './staff-text.ts'

const mostOffered = 5

/** The search covers cases only; a typed practice name leads to its cases from here. */
export function StaffPracticesCalled({ search, words }: { search: StaffListSearch; words: string }) {
  const { filters: t } = useText(staffCasesText).list
  const { data: known } = useQuery(staffCaseFilters)
  const called = known?.practices.filter(({ name }) => matchesWords(name, words)) ?? []
  if (called.length === 0) return null
  return (
    <div className="row">
      <span className="muted small">{t.practicesCalled(called.length)}</span>
      {called.slice(0, mostOffered).map(({ id, name }) => (
        <ButtonLink
          key={id}
          to="/staff/cases"
          search={changed(search, { search: undefined, practiceId: id })}
          resetScroll={false}
        >
          {name}
        </ButtonLink>
      ))}
      {called.length > mostOffered && (
        <span className="muted small">{t.morePractices(called.length - mostOffered)}</span>
      )}
    </div>
  )
}
