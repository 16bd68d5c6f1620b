import { useQuery } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { MenuButton, MenuLink, MenuSection } from '#kit/web/ui/menu.tsx'
import { useSaving } from '#kit/web/use-saving.ts'
import { caseListCalls } from '../list-contract.ts'
import { FamilyChoice } from './family-filter.tsx'
import { changed } from './list-views.ts'
import { prescribersOf } from './prescriber-query.ts'
import { type CaseListSearch, caseQueryOf } from './search.ts'
import { casesText } from './text.ts'

/** The filters by prescriber and family, and the export of the list's pages. */
export function ListMore({ search }: { search: CaseListSearch }) {
  const { list } = useText(casesText)
  const { data } = useQuery(prescribersOf)
  const names = data ?? (search.prescriber ? [search.prescriber] : [])
  return (
    <>
      {names.length > 0 && (
        <MenuSection label={list.prescriber}>
          {names.map(name => {
            const isOn = name === search.prescriber
            return (
              <MenuLink
                key={name}
                to="/cases"
                search={changed(search, { prescriber: isOn ? undefined : name })}
                resetScroll={false}
                checked={isOn}
              >
                {name}
              </MenuLink>
            )
          })}
        </MenuSection>
      )}
      <FamilyChoice search={search} />
      <Export search={search} />
    </>
  )
}

function Export({ search }: { search: CaseListSearch }) {
  const { list } = useText(casesText)
  const { save, isPending } = useSaving()
  const { page: _, ...query } = caseQueryOf(search)
  const file = { load: () => call(caseListCalls.export, { query }), name: list.exportName, failed: list.exportFailed }
  return (
    <MenuButton icon="download" pending={isPending} onSelect={() => save(file)}>
      {list.export}
    </MenuButton>
  )
}

export { FamilyChip } from './family-filter.tsx'
