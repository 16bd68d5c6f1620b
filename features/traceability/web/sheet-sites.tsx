import { useQuery } from '@tanstack/react-query'
import { useChanged } from '#features/live/web/use-changed.ts'
import { subcontractorList } from '#features/materials/web/queries.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type BenchSheet, staffTraceabilityCalls } from '../contract.ts'
import { staffSheetsText } from './staff-text.ts'

type SheetSitesProps = { caseId: string; chosen: BenchSheet['subcontractors'] }

/** The other sites of manufacture; renders nothing for a laboratory without subcontractors. */
export function SheetSites({ caseId, chosen }: SheetSitesProps) {
  const t = useText(staffSheetsText).sheet
  const sentence = useProblemText()
  const changed = useChanged()
  const { data: known = [] } = useQuery(subcontractorList)
  const ids = chosen.map(({ id }) => id)
  const { run, error } = useAttempt(async (subcontractorIds: string[]) => {
    await call(staffTraceabilityCalls.setSubcontractors, { params: { id: caseId }, body: { subcontractorIds } })
    await changed('sheets')
  })
  const offered = known.filter(({ id, isRetired }) => !isRetired || ids.includes(id))
  if (offered.length === 0) return null
  return (
    <Card title={t.sites}>
      <Fieldset legend={t.sitesHint}>
        {offered.map(({ id, name, work }) => (
          <Checkbox
            key={id}
            label={name}
            hint={work}
            checked={ids.includes(id)}
            onChange={({ currentTarget }) =>
              void run(currentTarget.checked ? [...ids, id] : ids.filter(other => other !== id))
            }
          />
        ))}
      </Fieldset>
      {error !== undefined && (
        <Notice tone="late" live>
          {sentence(error, t.refusals)}
        </Notice>
      )}
    </Card>
  )
}
