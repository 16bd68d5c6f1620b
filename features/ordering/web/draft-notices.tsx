import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import type { DraftState } from './draft-keeper.ts'
import { draftQuery } from './queries.ts'
import { orderingText } from './text.ts'
import type { Draft } from './use-draft.ts'

type ResumedProps = { begun: Draft; onStartOver: () => void }

/** The request that was begun earlier is here again. */
export function ResumedNotice({ begun: { updatedAt }, onStartOver }: ResumedProps) {
  const t = useText(orderingText).draft
  const format = useFormat()
  // Of when it was begun, however long the page stays open.
  const [title] = useState(() => {
    const [day, time] = [format.dayOf(updatedAt), format.time(updatedAt)]
    return day === format.today() ? { time } : { day: format.day(day, 'date'), time }
  })
  return (
    <Notice icon="document" title={title.day ? t.resumedFrom(title.day, title.time) : t.resumed(title.time)}>
      <div className="row">
        <span>{t.resumedAdvice}</span>
        <Button size="sm" onClick={onStartOver}>
          {t.startOver}
        </Button>
      </div>
    </Notice>
  )
}

type ConflictProps = { onKeepThis: (other: Draft | null) => void; onTakeOther: (other: Draft) => void }

/** Two tabs or devices have written: the user says which one counts. */
export function ConflictNotice({ onKeepThis, onTakeOther }: ConflictProps) {
  const t = useText(orderingText).draft
  const format = useFormat()
  // What the server has now, whatever this page has read before.
  const { data: other, isFetching } = useQuery({ ...draftQuery, staleTime: 0, refetchOnMount: 'always' })
  if (isFetching || other === undefined) return null
  return (
    <Notice tone="warn" live title={other ? t.changedTitle : t.endedTitle}>
      <div className="stack stack--sm">
        <p>{other ? t.changedAdvice(format.time(other.updatedAt)) : t.endedAdvice}</p>
        <div className="row">
          <Button size="sm" onClick={() => onKeepThis(other)}>
            {t.keepThis}
          </Button>
          {other ? (
            <Button size="sm" onClick={() => onTakeOther(other)}>
              {t.takeOther}
            </Button>
          ) : (
            <ButtonLink size="sm" to="/cases">
              {t.seeCases}
            </ButtonLink>
          )}
        </div>
      </div>
    </Notice>
  )
}

/** The server cannot be reached: what is typed is only here. */
export function FailedNotice({
  state,
  onRetry,
  retryLabel,
}: {
  state: DraftState
  onRetry: () => void
  retryLabel: string
}) {
  const t = useText(orderingText).draft
  if (state.keeping !== 'failed') return null
  return (
    <Notice tone="warn" icon="offline" live title={t.failed}>
      <div className="row">
        <span>{t.failedAdvice}</span>
        <Button size="sm" onClick={onRetry}>
          {retryLabel}
        </Button>
      </div>
    </Notice>
  )
}
