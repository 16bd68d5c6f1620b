import type { ReactNode } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import type { Catalogue, Entry } from './entry.ts'
import { knownList } from './known-lines.tsx'
import { KnownPatients } from './new-case-later.tsx'
import { PatientFields } from './patient-fields.tsx'
import type { SectionProps } from './sections.ts'
import type { LastWork } from './starts.ts'
import { orderingText } from './text.ts'

type PatientProps = SectionProps<Pick<Entry, 'patientCode' | 'patient' | 'prescriberId' | 'products'>> & {
  catalogue: Catalogue
  onWork: (code: string, work: LastWork) => void
  /** The prescriber field, where it is asked. */
  children: ReactNode
}

export function PatientSection({ entry, change, faultAt, catalogue, onWork, children }: PatientProps) {
  const t = useText(orderingText)
  return (
    <Card title={t.patient.title}>
      <div className="stack">
        <PatientFields
          {...{ entry, change, faultAt }}
          hints={{ code: t.patient.codeHint, name: t.patient.nameHint }}
          list={knownList}
        />
        <KnownPatients {...{ entry, change, catalogue, onWork }} />
        {children}
      </div>
    </Card>
  )
}
