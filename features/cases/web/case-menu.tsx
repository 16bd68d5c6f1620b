import { useText } from '#kit/web/text.tsx'
import { Menu, MenuLink } from '#kit/web/ui/menu.tsx'
import type { CaseRow } from '../contract.ts'
import { casesText } from './text.ts'

/** What can be done with one case of the list. */
export function CaseMenu({ row: { id, code, tracking } }: { row: CaseRow }) {
  const t = useText(casesText)
  return (
    <Menu label={t.list.actionsFor(code)} icon="dots" iconOnly variant="bare" align="end">
      <MenuLink to="/cases/$id" params={{ id }} icon="case">
        {t.list.open}
      </MenuLink>
      {tracking?.url && (
        <MenuLink to={tracking.url} target="_blank" rel="noopener noreferrer" icon="external">
          {t.list.track}
        </MenuLink>
      )}
    </Menu>
  )
}
