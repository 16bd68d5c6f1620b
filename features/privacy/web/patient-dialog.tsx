import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type FoundCase, staffPrivacyCalls } from '../contract.ts'
import { staffPrivacyText } from './staff-text.ts'

export function PatientDialog({ found: { id, code }, onClose }: { found: FoundCase; onClose: () => void }) {
  const { readers: t } = useText(staffPrivacyText)
  const sentence = useProblemText()
  const queries = useQueryClient()
  const erase = useAttempt(async () => {
    await call(staffPrivacyCalls.erasePatient, { params: { id } })
    void queries.invalidateQueries({ queryKey: ['read-cases'] })
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
