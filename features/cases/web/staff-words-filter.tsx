import type { FormEvent } from 'react'
import { useText } from '#kit/web/text.tsx'
import { SearchInput } from '#kit/web/ui/search-input.tsx'
import { staffCasesText } from './staff-text.ts'

const longest = 100

/** Searches on Enter, so that each search is one history entry that Back undoes. */
export function StaffWordsFilter({
  words,
  onSearch,
}: {
  words: string | undefined
  onSearch: (words?: string) => void
}) {
  const { list } = useText(staffCasesText)
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSearch(String(new FormData(event.currentTarget).get('search') ?? '').trim() || undefined)
  }
  return (
    <form key={words} className="case-list__search" onSubmit={apply}>
      <SearchInput
        label={list.search}
        placeholder={list.searchExample}
        name="search"
        maxLength={longest}
        defaultValue={words}
      />
    </form>
  )
}
