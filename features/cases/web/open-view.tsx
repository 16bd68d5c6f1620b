import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { isShown, viewOf } from './saved-view.ts'
import type { CaseListSearch } from './search.ts'
import { casesText } from './text.ts'
import { viewList } from './view-queries.ts'
import './views.css'

/** The label of the views menu: the name of the view being shown, if any. */
export function OpenView({ search }: { search: CaseListSearch }) {
  const { ownViews } = useText(casesText).list
  const today = useFormat().today()
  const isPlain = Object.keys(viewOf(search, today)).length === 0
  const { data } = useQuery({ ...viewList, enabled: !isPlain })
  const view = data?.find(({ content }) => isShown(content, search, today))
  return view ? <span className="views__open">{view.name}</span> : ownViews
}
