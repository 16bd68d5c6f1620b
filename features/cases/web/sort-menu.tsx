import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { Menu } from '#kit/web/ui/menu.tsx'
import { casesText } from './text.ts'

const SortChoice = later(() => import('./sort-choice.tsx').then(module => module.SortChoice))

/** Sorts by keys without a column too, and on phones, where columns have no headings. */
export function SortMenu() {
  const { list } = useText(casesText)
  return (
    <Menu label={list.sort} icon="sort" variant="bare" align="end">
      <SortChoice />
    </Menu>
  )
}
