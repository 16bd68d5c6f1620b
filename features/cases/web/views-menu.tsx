import { useState } from 'react'
import { later } from '#kit/web/later.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Menu } from '#kit/web/ui/menu.tsx'
import { caseText } from './case-text.ts'
import type { CaseListSearch } from './search.ts'
import { casesText } from './text.ts'

const load = () => Promise.all([import('./views-parts.tsx'), loadText(caseText)]).then(([parts]) => parts)
const ViewsChoice = later(() => load().then(parts => parts.ViewsChoice))
const ViewsDialog = later(() => load().then(parts => parts.ViewsDialog), { when: 'drawn' })
const OpenView = later(() => load().then(parts => parts.OpenView), { meanwhile: OwnViews, withoutIt: OwnViews })

/** The user's saved views, labelled with the name of the one being shown. */
export function ViewsMenu({ search }: { search: CaseListSearch }) {
  const { list } = useText(casesText)
  const [opened, open] = useState<'save' | 'manage'>()
  return (
    <>
      <Menu label={list.ownViews} trigger={<OpenView search={search} />}>
        <ViewsChoice search={search} onOpen={open} />
      </Menu>
      {opened && <ViewsDialog to={opened} search={search} onClose={() => open(undefined)} />}
    </>
  )
}

function OwnViews() {
  return useText(casesText).list.ownViews
}
