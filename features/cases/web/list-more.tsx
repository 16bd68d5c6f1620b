import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { useText } from '#kit/web/text.tsx'
import { MenuButton, MenuLink, MenuSection } from '#kit/web/ui/menu.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { caseCalls } from '../contract.ts'
import { FamilyChoice } from './family-filter.tsx'
import { changed } from './list-views.ts'
import { prescribersOf } from './prescriber-query.ts'
import { type CaseListSearch, caseQueryOf } from './search.ts'
import { casesText } from './text.ts'

/** Whose cases and of which work, and all that the list shows on all of its pages as a table. */
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
  const sentence = useProblemText()
  const [isPending, setPending] = useState(false)
  async function save() {
    setPending(true)
    try {
      const { page: _, ...query } = caseQueryOf(search)
      saveFile(await call(caseCalls.export, { query }), list.exportName)
    } catch (failure) {
      toast({ title: list.exportFailed, description: sentence(failure), tone: 'late' })
    }
    setPending(false)
  }
  return (
    <MenuButton icon="download" pending={isPending} onSelect={() => void save()}>
      {list.export}
    </MenuButton>
  )
}
