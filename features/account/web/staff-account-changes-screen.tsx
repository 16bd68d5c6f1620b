import { useQuery } from '@tanstack/react-query'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { WaitingChange } from '../contract.ts'
import { accountChangesQuery } from './staff-queries.ts'
import { staffAccountText } from './staff-text.ts'
import { WaitingChangeCard } from './waiting-change-card.tsx'

const loadRefusal = async () => (await import('./refusal-dialog.tsx')).RefusalDialog

/** What practices want changed about themselves, oldest first: before, after, and what holds now. */
export function StaffAccountChangesScreen() {
  const t = useText(staffAccountText)
  useTitle(t.title)
  const list = useQuery(accountChangesQuery)
  const { data, error } = list
  const refusal = useLateDialog<{ change: WaitingChange }>(loadRefusal)
  return (
    <div className="stack">
      <PageHead title={t.title} description={t.description} />
      <ResultCount hidden>{data && t.found(data.length)}</ResultCount>
      {error && data && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void list.refetch()} />}
      {error && !data ? (
        <Card flush>
          <QueryFailure title={t.failed} query={list} />
        </Card>
      ) : data?.length === 0 ? (
        <Card flush>
          <EmptyState icon="check" title={t.empty} description={t.emptyDescription} />
        </Card>
      ) : data ? (
        data.map(change => (
          <WaitingChangeCard
            key={change.id}
            change={change}
            onPrepare={refusal.prepare}
            onRefuse={() => refusal.open({ change })}
          />
        ))
      ) : (
        <Card>
          <Skeleton width="long" />
        </Card>
      )}
      {refusal.dialog}
    </div>
  )
}
