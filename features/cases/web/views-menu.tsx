import { useState } from 'react'
import { later } from '#kit/web/later.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Menu } from '#kit/web/ui/menu.tsx'
import type { CaseListSearch } from './search.ts'
import { casesText } from './text.ts'
import { viewsText } from './views-text.ts'

const ViewsChoice = later(() =>
  Promise.all([import('./views-choice.tsx'), loadText(viewsText)]).then(([module]) => module.ViewsChoice),
)
const ViewsDialog = later(
  () => Promise.all([import('./views-dialogs.tsx'), loadText(viewsText)]).then(([module]) => module.ViewsDialog),
  { when: 'drawn' },
)

/** Lists that this user keeps under a name. */
export function ViewsMenu({ search }: { search: CaseListSearch }) {
  const { list } = useText(casesText)
  const [opened, open] = useState<'save' | 'manage'>()
  return (
    <>
      <Menu label={list.ownViews}>
        <ViewsChoice search={search} onOpen={open} />
      </Menu>
      {opened && <ViewsDialog to={opened} search={search} onClose={() => open(undefined)} />}
    </>
  )
}
