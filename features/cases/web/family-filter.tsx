import { useQuery } from '@tanstack/react-query'
import { catalogue } from '#features/catalogue/web/queries.ts'
import { useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { MenuLink, MenuSection } from '#kit/web/ui/menu.tsx'
import { changed } from './list-views.ts'
import type { CaseListSearch } from './search.ts'
import { casesText } from './text.ts'

const useFamilies = () => useQuery({ ...catalogue(), throwOnError: false }).data?.families ?? []

/** Filter by product family of the catalogue. */
export function FamilyChoice({ search }: { search: CaseListSearch }) {
  const { list } = useText(casesText)
  const families = useFamilies()
  if (families.length === 0) return null
  return (
    <MenuSection label={list.family}>
      {families.map(({ id, name }) => (
        <MenuLink
          key={id}
          to="/cases"
          search={changed(search, { family: id === search.family ? undefined : id })}
          resetScroll={false}
          checked={id === search.family}
        >
          {name}
        </MenuLink>
      ))}
    </MenuSection>
  )
}

/** The active family filter, with a button that removes it. */
export function FamilyChip({ search }: { search: CaseListSearch }) {
  const { list } = useText(casesText)
  const name = useFamilies().find(({ id }) => id === search.family)?.name
  return (
    <ButtonLink to="/cases" search={changed(search, { family: undefined })} resetScroll={false} icon="close">
      {name ?? list.family}
    </ButtonLink>
  )
}
