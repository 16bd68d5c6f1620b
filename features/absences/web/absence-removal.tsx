import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type Absence, absenceCalls } from '../contract.ts'
import type { Scope } from '../input.ts'
import { MovedOrders } from './moving-list.tsx'
import { usePeriodWords, useReturnWords } from './period-words.ts'
import { changedByAbsence } from './queries.ts'
import { ScopeChoice } from './scope-choice.tsx'
import { StayingCancelled, useStayingCancelled } from './staying-cancelled.tsx'
import { absencesText } from './text.ts'

const removalOf = (id: string, scope: Scope) =>
  queryOptions({
    queryKey: ['absences', 'removal', id, scope],
    queryFn: async ({ signal }) =>
      (await call(absenceCalls.previewRemoval, { params: { id }, body: { scope }, signal })).data,
    meta: { topics: ['absences', 'closures', 'orders'] },
    staleTime: 0,
  })

type AbsenceRemovalProps = {
  absence: Absence
  /** The initial scope of the deletion. */
  scope?: Scope | undefined
  isNext?: boolean | undefined
  onClose: () => void
}

/** Names what is deleted, and shows which deliveries move back. */
export function AbsenceRemoval({ absence, scope: first = 'one', isNext, onClose }: AbsenceRemovalProps) {
  const text = useText(absencesText)
  const { removal: t, series, pickups } = text
  const navigate = useNavigate()
  const words = usePeriodWords()(absence)
  const name = useReturnWords()
  const sentence = useProblemText()
  const changed = useChanged()
  const queries = useQueryClient()
  const [scope, setScope] = useState(first)
  const { id, seriesId, from } = absence
  // Once sent, the preview is no longer needed: the absence may be gone.
  const [isSent, setSent] = useState(false)
  const { data } = useQuery({
    ...removalOf(id, scope),
    placeholderData: keepPreviousData,
    retry: false,
    enabled: !isSent,
  })
  const times = data?.times ?? 1
  const staying = useStayingCancelled()(data?.cancelledPickups ?? [])
  const isOne = scope === 'one' || !seriesId
  const { run, isPending, error } = useAttempt(async () => {
    setSent(true)
    void queries.cancelQueries(removalOf(id, scope))
    const sent = isOne
      ? call(absenceCalls.remove, { params: { id } })
      : call(absenceCalls.removeSeries, {
          params: { id: seriesId },
          query: scope === 'following' ? { from } : {},
        })
    // After a refusal too: a colleague may have been quicker.
    await sent.then(
      () => void changed(...changedByAbsence),
      (error: unknown) => {
        setSent(false)
        void changed(...changedByAbsence)
        throw error
      },
    )
    toast({
      title: isOne ? t.done(...words) : series.done(times),
      description: staying,
      action: staying ? { label: pickups.again, run: () => void navigate({ to: '/rides' }) } : undefined,
    })
    onClose()
  })
  return (
    <ConfirmDialog
      open
      title={seriesId ? series.question(name(absence)) : t.title(...words)}
      description={absence.deliveryPossible ? undefined : t.description}
      confirmLabel={isOne ? t.act(...words) : series.removeAll(times)}
      cancelLabel={t.keep}
      // The number of deleted dates is shown before the button can be pressed.
      pending={isPending || !(isOne || data)}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <div className="stack">
        {seriesId && (
          <ScopeChoice
            label={text.scope.remove}
            name="scope"
            value={scope}
            onChange={setScope}
            absence={absence}
            isNext={isNext}
          />
        )}
        <div className="stack stack--sm" aria-live="polite">
          {staying && <StayingCancelled said={staying} />}
          {data && !absence.deliveryPossible && (
            <MovedOrders moved={data.movedOrders} isAside={staying !== undefined} />
          )}
        </div>
        {error !== undefined && (
          <Notice tone="late" live title={t.failed}>
            {sentence(error)}
          </Notice>
        )}
      </div>
    </ConfirmDialog>
  )
}
