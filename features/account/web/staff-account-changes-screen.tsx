import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
import type { DecisionProps, Outcome } from './decision-dialog.tsx'
import { SettledChangeCard } from './settled-change-card.tsx'
import { accountChangesQuery } from './staff-queries.ts'
import { staffAccountText } from './staff-text.ts'
import { WaitingChangeCard } from './waiting-change-card.tsx'

const loadDecision = async () => (await import('./decision-dialog.tsx')).DecisionDialog

type Shown = { change: WaitingChange; outcome?: Outcome }

/** Decided requests keep their position, so that no other request moves under the pointer. */
const inPlace = (waiting: readonly WaitingChange[], settled: readonly Shown[]): Shown[] => {
  const isSettled = new Set(settled.map(({ change }) => change.id))
  const left: Shown[] = waiting.filter(({ id }) => !isSettled.has(id)).map(change => ({ change }))
  return [...left, ...settled].toSorted(({ change: one }, { change: other }) =>
    one.requestedAt + one.id < other.requestedAt + other.id ? -1 : 1,
  )
}

/** Requests of practices for changes of their data, oldest first: before, after, and the current values. */
export function StaffAccountChangesScreen() {
  const t = useText(staffAccountText)
  useTitle(t.title)
  const list = useQuery(accountChangesQuery)
  const { data, error } = list
  const dialogs = useLateDialog<DecisionProps>(loadDecision)
  const [settled, setSettled] = useState<readonly Shown[]>([])
  const shown = data && inPlace(data, settled)
  const asking = (change: WaitingChange, outcome: Outcome): DecisionProps => ({
    change,
    outcome,
    onDecided: () => setSettled(before => [...before, { change, outcome }]),
  })
  return (
    <div className="stack">
      <PageHead title={t.title} description={t.description} />
      <ResultCount hidden>{data && t.found(data.length)}</ResultCount>
      {error && data && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void list.refetch()} />}
      {error && !data ? (
        <Card flush>
          <QueryFailure title={t.failed} query={list} />
        </Card>
      ) : shown?.length === 0 ? (
        <Card flush>
          <EmptyState icon="check" title={t.empty} description={t.emptyDescription} />
        </Card>
      ) : shown ? (
        shown.map(({ change, outcome }) =>
          outcome ? (
            <SettledChangeCard key={change.id} change={change} outcome={outcome} />
          ) : (
            <WaitingChangeCard
              key={change.id}
              change={change}
              onPrepare={dialogs.prepare}
              onApply={() => dialogs.open(asking(change, 'applied'))}
              onRefuse={() => dialogs.open(asking(change, 'refused'))}
            />
          ),
        )
      ) : (
        <Card>
          <Skeleton width="long" />
        </Card>
      )}
      {dialogs.dialog}
    </div>
  )
}
