import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import type { DraftState } from './draft-keeper.ts'
import { orderingText } from './text.ts'

/** Whether what is typed is safe. Not announced: it changes with every pause in typing. */
export function DraftLine({ state: { keeping, kept } }: { state: DraftState }) {
  const t = useText(orderingText)
  const format = useFormat()
  if (keeping === 'none' || (keeping === 'saved' && !kept)) return t.allAsked
  if (keeping === 'saved' && kept) return t.draft.saved(format.time(kept.updatedAt))
  return {
    unsaved: t.draft.unsaved,
    saving: t.draft.saving,
    failed: t.draft.failed,
    too_many: t.draft.failed,
    changed_elsewhere: t.draft.failed,
    saved: '',
  }[keeping]
}
