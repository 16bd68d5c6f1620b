import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type FoundCase, staffPrivacyCalls } from '../contract.ts'
import { casesByCode } from './staff-queries.ts'
import { staffPrivacyText } from './staff-text.ts'

export type PatientDialogProps = { found: FoundCase; search: string }

export function PatientDialog({ found, search, onClose }: PatientDialogProps & { onClose: () => void }) {
  const { id, code } = found
  const { readers: t } = useText(staffPrivacyText)
  const sentence = useProblemText()
  const queries = useQueryClient()
  const erase = useAttempt(async () => {
    await call(staffPrivacyCalls.erasePatient, { params: { id } })
    void queries.invalidateQueries(casesByCode(search))
    toast({ title: t.erased })
    onClose()
  })
  return (
    <ConfirmDialog
      open
      title={t.eraseTitle(code)}
      description={t.eraseHint}
      confirmLabel={t.eraseDo}
      cancelLabel={t.keep}
      pending={erase.isPending}
      onConfirm={() => void erase.run()}
      onCancel={onClose}
    >
      {erase.error !== undefined && (
        <Notice tone="late" live title={t.notErased}>
          {sentence(erase.error)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
