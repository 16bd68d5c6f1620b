import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { MenuButton, MenuFailure, MenuLink } from '#kit/web/ui/menu.tsx'
import { caseText } from './case-text.ts'
import { isShown, listOf, viewOf } from './saved-view.ts'
import type { CaseListSearch } from './search.ts'
import { viewList } from './view-queries.ts'

type ViewsChoiceProps = { search: CaseListSearch; onOpen: (dialog: 'save' | 'manage') => void }

export function ViewsChoice({ search, onOpen }: ViewsChoiceProps) {
  const t = useText(caseText).views
  const today = useFormat().today()
  const { data, error } = useQuery(viewList)
  const views = data ?? []
  const isPlain = Object.keys(viewOf(search, today)).length === 0
  const isKept = views.some(({ content }) => isShown(content, search, today))
  return (
    <>
      {views.map(({ id, name, content }) => (
        <MenuLink
          key={id}
          to="/cases"
          search={listOf(content, today)}
          resetScroll={false}
          checked={isShown(content, search, today)}
        >
          {name}
        </MenuLink>
      ))}
      {error && !data && <MenuFailure>{t.notLoaded}</MenuFailure>}
      {data && isPlain && data.length === 0 && <p className="menu__note muted small">{t.none}</p>}
      {!isPlain && !isKept && (
        <MenuButton icon="plus" onSelect={() => onOpen('save')}>
          {t.save}
        </MenuButton>
      )}
      {views.length > 0 && (
        <MenuButton icon="gear" onSelect={() => onOpen('manage')}>
          {t.manage}
        </MenuButton>
      )}
    </>
  )
}
