import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { Menu } from '#kit/web/ui/menu.tsx'
import type { CaseRow } from '../contract.ts'
import { casesText } from './text.ts'

const CaseMenuEntries = later(() => import('./case-menu-entries.tsx').then(module => module.CaseMenuEntries))

export function CaseMenu({ row }: { row: CaseRow }) {
  const { list } = useText(casesText)
  return (
    <Menu label={list.actionsFor(row.code)} icon="dots" iconOnly variant="bare" align="end">
      <CaseMenuEntries row={row} />
    </Menu>
  )
}
