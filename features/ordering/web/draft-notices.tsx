import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import type { DraftLine } from '../draft-contract.ts'
import { draftWords } from './draft-words.ts'
import { orderingText } from './text.ts'
import type { Draft } from './use-draft.ts'

type ResumedProps = { begun: Draft; onStartOver: () => void }

/** Says that an earlier draft was restored. */
export function ResumedNotice({ begun: { updatedAt }, onStartOver }: ResumedProps) {
  const t = useText(orderingText).draft
  const format = useFormat()
  // The time of the restored draft, fixed however long the page stays open.
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

/** Offers other drafts, one of which the user may want to resume. */
export function BegunNotice({ drafts }: { drafts: readonly DraftLine[] }) {
  const t = useText(orderingText).draft
  if (drafts.length === 0) return null
  return (
    <Notice icon="document" title={t.begun(drafts.length)}>
      <ul className="links">
        {drafts.map(draft => (
          <li key={draft.id}>
            <Link to="/cases/new" search={{ draft: draft.id }} className="link">
              {draftWords(draft) || t.empty}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
