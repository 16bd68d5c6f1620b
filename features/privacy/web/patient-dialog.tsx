import { useQueryClient } from '@tanstack/react-query'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { type FoundCase, staffPrivacyCalls } from '../contract.ts'
import { casesByCode } from './staff-queries.ts'
import { staffPrivacyText } from './staff-text.ts'

export type PatientDialogProps = { found: FoundCase; search: string }

export function PatientDialog({ found, search, onClose }: PatientDialogProps & { onClose: () => void }) {
  const { id, code } = found
  const { readers: t } = useText(staffPrivacyText)
  const queries = useQueryClient()
  async function erase() {
    await call(staffPrivacyCalls.erasePatient, { params: { id } })
    void queries.invalidateQueries(casesByCode(search))
  }
  return (
    <ActDialog
      title={t.eraseTitle(code)}
      description={t.eraseHint}
      confirmLabel={t.eraseDo}
      cancelLabel={t.keep}
      act={erase}
      done={t.erased}
      failed={t.notErased}
      onClose={onClose}
    />
  )
}
