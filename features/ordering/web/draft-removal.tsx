import { useQueryClient } from '@tanstack/react-query'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import type { DraftLine } from '../contract.ts'
import { draftWords } from './draft-words.ts'
import { draftsText } from './drafts-text.ts'
import { discardDraft, draftQuery, draftsQuery } from './queries.ts'

/** Names what goes. */
export function DraftRemoval({ draft, onClose }: { draft: DraftLine; onClose: () => void }) {
  const { removal: t, noPatient } = useText(draftsText)
  const sentence = useProblemText()
  const client = useQueryClient()
  const { run, isPending, error } = useAttempt(async () => {
    await discardDraft(draft.id)
    client.removeQueries({ queryKey: draftQuery(draft.id).queryKey })
    await client.invalidateQueries({ queryKey: draftsQuery.queryKey })
    toast({ title: t.done })
    onClose()
  })
  return (
    <ConfirmDialog
      open
      title={t.title(draftWords(draft) || noPatient)}
      description={t.description}
      confirmLabel={t.act}
      cancelLabel={t.keep}
      pending={isPending}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {error !== undefined && (
        <Notice tone="late" live title={t.failed}>
          {sentence(error)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
