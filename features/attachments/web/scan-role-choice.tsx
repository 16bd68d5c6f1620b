import { useUser } from '#features/auth/web/use-user.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { dismissFailures, toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type Attachment, attachmentCalls, ScanRole } from '../contract.ts'
import { attachmentsText } from './text.ts'

/** What a scan shows: derived from its name, and changed by the practice; the laboratory only reads it. */
export function ScanRoleChoice({ file: { id, name, role, isOfLaboratory } }: { file: Attachment }) {
  const t = useText(attachmentsText)
  const sentence = useProblemText()
  const changed = useChanged()
  const isOfPractice = useUser()?.kind === 'practice'
  const { run, isPending } = useAttempt(async (value: string) => {
    const said = ScanRole.options.find(option => option === value) ?? null
    try {
      await call(attachmentCalls.setRole, { params: { id }, body: { role: said } })
      dismissFailures()
    } catch (error) {
      toast({ tone: 'late', title: t.roleFailed(name), description: sentence(error, t.refusals) })
    }
    await changed('attachments')
  })
  if (!isOfPractice || isOfLaboratory) return role && <span className="file-list__role small">{t.roles[role]}</span>
  return (
    <Select
      label={t.roles.label(name)}
      labelHidden
      className="file-list__role"
      value={role ?? ''}
      disabled={isPending}
      placeholder={t.roles.none}
      options={ScanRole.options.map(value => ({ value, label: t.roles[value] }))}
      onChange={({ currentTarget }) => void run(currentTarget.value)}
    />
  )
}
