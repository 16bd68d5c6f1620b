import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { casesText } from './text.ts'

export function CaseListScreen() {
  const t = useText(casesText)
  useTitle(t.list.title)
  return <PageHead title={t.list.title} />
}
