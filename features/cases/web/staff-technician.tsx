import { useQuery } from '@tanstack/react-query'
import { useUser } from '#features/auth/web/use-user.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type StaffCase, staffCaseCalls } from '../staff-contract.ts'
import { staffCaseFilters } from './staff-queries.ts'
import { staffCasesText, staffCaseText } from './staff-text.ts'

/** Who works on a case: one press takes it, the list assigns somebody else. */
export function StaffTechnician({ known: { id, technician } }: { known: Pick<StaffCase, 'id' | 'technician'> }) {
  const t = useText(staffCaseText)
  const { refusals } = useText(staffCasesText)
  const sentence = useProblemText()
  const changed = useChanged()
  const user = useUser()
  const { data: known } = useQuery(staffCaseFilters)
  const { run, isPending, error } = useAttempt((technicianId: string | null) =>
    call(staffCaseCalls.assign, { body: { ids: [id], technicianId } }).finally(() => changed('orders')),
  )
  const offered = known?.technicians ?? []
  const isOwn = technician?.id === user?.id
  return (
    <div className="stack stack--sm">
      <Select
        label={t.technician}
        labelHidden
        value={technician?.id ?? ''}
        placeholder={t.nobody}
        options={[
          ...offered,
          ...(technician && !offered.some(({ id }) => id === technician.id) ? [technician] : []),
        ].map(({ id, name }) => ({ value: id, label: name }))}
        error={error !== undefined && sentence(error, refusals)}
        onChange={({ currentTarget }) => void run(currentTarget.value || null)}
      />
      {user && !isOwn && (
        <div className="row">
          <Button size="sm" pending={isPending} onClick={() => void run(user.id)}>
            {t.take}
          </Button>
        </div>
      )}
    </div>
  )
}
