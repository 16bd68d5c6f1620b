import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import type { DraftState } from './draft-keeper.ts'
import { orderingText } from './text.ts'

/** How the form was filled in, and whether it is saved. Not announced: it changes with every pause in typing. */
export function DraftLine({ state }: { state: DraftState }) {
  const t = useText(orderingText)
  return (
    <span className="draft-line">
      <span>{t.allAsked}</span>
      <SavedWords state={state} />
    </span>
  )
}

function SavedWords({ state: { keeping, kept } }: { state: DraftState }) {
  const t = useText(orderingText)
  const format = useFormat()
  const words = {
    none: '',
    unsaved: t.draft.unsaved,
    saving: t.draft.saving,
    failed: t.draft.failed,
    too_many: t.draft.failed,
    changed_elsewhere: t.draft.failed,
    saved: kept ? t.draft.saved(format.time(kept.updatedAt)) : '',
  }[keeping]
  return <span>{words}</span>
}
