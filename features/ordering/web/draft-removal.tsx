import { useQueryClient } from '@tanstack/react-query'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import type { DraftLine } from '../draft-contract.ts'
import { draftWords } from './draft-words.ts'
import { draftsText } from './drafts-text.ts'
import { discardDraft, draftQuery, draftsQuery } from './queries.ts'

/** Confirms the removal, naming the draft. */
export function DraftRemoval({ draft, onClose }: { draft: DraftLine; onClose: () => void }) {
  const { removal: t, noPatient } = useText(draftsText)
  const client = useQueryClient()
  async function discard() {
    await discardDraft(draft.id)
    client.removeQueries({ queryKey: draftQuery(draft.id).queryKey })
    await client.invalidateQueries({ queryKey: draftsQuery.queryKey })
  }
  return (
    <ActDialog
      title={t.title(draftWords(draft) || noPatient)}
      description={t.description}
      confirmLabel={t.act}
      cancelLabel={t.keep}
      act={discard}
      done={t.done}
      failed={t.failed}
      onClose={onClose}
    />
  )
}
