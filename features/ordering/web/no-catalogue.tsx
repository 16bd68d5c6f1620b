import { CallButton } from '#features/brand/web/call-button.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { orderingText } from './text.ts'

export function NoCatalogue() {
  const t = useText(orderingText)
  useTitle(t.title)
  return (
    <>
      <PageHead title={t.title} />
      <Card flush>
        <EmptyState icon="box" title={t.load.empty} description={t.load.emptyAdvice} action={<CallButton />} />
      </Card>
    </>
  )
}
