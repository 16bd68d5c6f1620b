import { useState } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import type { DraftState } from './draft-keeper.ts'
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
