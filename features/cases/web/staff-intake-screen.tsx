import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { later } from '#kit/web/later.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { BlockSkeleton, Skeleton } from '#kit/web/ui/skeleton.tsx'
import { TabLink, Tabs } from '#kit/web/ui/tabs.tsx'
import { mostCounted } from '../rules.ts'
import { intakeViews } from '../staff-address.ts'
import type { StaffCaseRow } from '../staff-contract.ts'
import { takenTo, useSteps, useWaitingStep } from './leaving-steps.ts'
import { StaffIntakeCase } from './staff-intake-case.tsx'
import { StaffIntakeQueue } from './staff-intake-queue.tsx'
import { intakeQueue } from './staff-queries.ts'
import type { IntakeSearch } from './staff-search.ts'
import { staffCasesText, staffIntakeLaterText, staffIntakeText } from './staff-text.ts'
import { useLetters } from './use-letters.ts'
import { useLeavingSteps } from './use-steps.ts'
import './staff-intake.css'

const route = getRouteApi('/console/staff/intake')

const StaffMissing = later(
  () =>
    Promise.all([import('./staff-missing.tsx'), loadText(staffIntakeLaterText)]).then(
      ([module]) => module.StaffMissing,
    ),
  { when: 'drawn', meanwhile: BlockSkeleton },
)

/** The new cases, one after the other, until none is left. */
export function StaffIntakeScreen(): ReactNode {
  const t = useText(staffIntakeText)
  const { number, list } = useText(staffCasesText)
  useTitle(t.title)
  const { view = 'queue', by = 'appointment' }: IntakeSearch = route.useSearch()
  const isAwaited = view === 'awaited'
  const queue = useQuery({
    ...intakeQueue(by, view),
    placeholderData: keepPreviousData,
  })
  const { data: known, error } = queue
  const steps = useSteps()
  const rows = known?.data.filter(row => !takenTo(steps, row))
  const total =
    known &&
    rows &&
    (known.page.total === mostCounted
      ? `${number(mostCounted)}+`
      : number(known.page.total - known.data.length + rows.length))
  return (
    <>
      <PageHead
        title={t.title}
        description={total === undefined ? <Skeleton width="short" /> : t[isAwaited ? 'awaited' : 'description'](total)}
        actions={
          <ButtonLink to="/staff/cases/new" icon="plus">
            {list.enter}
          </ButtonLink>
        }
      />
      <Tabs label={t.views}>
        {intakeViews.map(one => (
          <TabLink
            key={one}
            to="/staff/intake"
            search={one === 'queue' ? {} : { view: one }}
            resetScroll={false}
            selected={one === view}
          >
            {t.tabs[one]}
          </TabLink>
        ))}
      </Tabs>
      {error && known && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void queue.refetch()} />}
      {view === 'missing' ? (
        <StaffMissing />
      ) : error && !known ? (
        <Card flush>
          <QueryFailure title={t.failed} query={queue} />
        </Card>
      ) : (
        // By view, so that changing it sends what was pressed before.
        <Queue key={view} rows={rows} />
      )}
    </>
  )
}

/** On a phone it takes the place of the accept button, so a double press must not undo. */
function UndoOfLast({ code, onUndo }: { code: string; onUndo: () => void }) {
  const t = useText(staffIntakeText)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), 500)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Button aria-disabled={!isReady} onClick={() => isReady && onUndo()}>
      {t.undoOf(code)}
    </Button>
  )
}

/** The queue, with the case to decide beside it; after a decision the next one follows. */
function Queue({ rows }: { rows: readonly StaffCaseRow[] | undefined }) {
  const t = useText(staffIntakeText)
  const search: IntakeSearch = route.useSearch()
  const navigate = useNavigate({ from: '/staff/intake' })
  const ids = rows?.map(({ id }) => id) ?? []
  const shown = search.id ?? ids[0]
  const here = shown === undefined ? -1 : ids.indexOf(shown)
  const show = (id: string | undefined) =>
    void navigate({ to: '/staff/intake', search: now => ({ ...now, id }), replace: true, resetScroll: false })
  const { press, undo } = useLeavingSteps(({ row }) => show(row.id))
  const waiting = useWaitingStep()
  const onUndo = waiting && (() => undo(waiting.row.id))
  // A case decided here or elsewhere has left the queue: the one behind it is next.
  const behind = ids[here + 1] ?? ids.find(id => id !== shown)
  const isEmpty = rows?.length === 0 && search.id === undefined
  // With a case shown, its own screen listens for keys.
  useLetters(isEmpty ? { u: onUndo } : {})
  if (isEmpty) {
    return (
      <Card flush>
        <EmptyState
          icon="check"
          {...(search.view === 'awaited' ? t.noneAwaited : t.none)}
          action={waiting && onUndo && <UndoOfLast code={waiting.row.code} onUndo={onUndo} />}
        />
      </Card>
    )
  }
  return (
    <div className="intake">
      <StaffIntakeQueue rows={rows} shown={shown} />
      {shown && (
        <StaffIntakeCase
          key={shown}
          id={shown}
          behind={behind}
          onAccept={step => {
            press(step)
            show(behind)
          }}
          onUndo={onUndo}
          onNext={() => show(behind)}
          onPrevious={here > 0 ? () => show(ids[here - 1]) : undefined}
        />
      )}
    </div>
  )
}
