import type { ReactNode } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { Catalogue, Entry } from './entry.ts'
import { spotId } from './faults.ts'
import { KnownPatients } from './new-case-later.tsx'
import type { SectionProps } from './sections.ts'
import type { LastWork } from './starts.ts'
import { orderingText } from './text.ts'

type PatientProps = SectionProps<Pick<Entry, 'patientCode' | 'patient' | 'prescriberId' | 'products'>> & {
  catalogue: Catalogue
  onWork: (code: string, work: LastWork) => void
  /** Who prescribes, where that is asked. */
  children: ReactNode
}

export function PatientSection({ entry, change, faultAt, catalogue, onWork, children }: PatientProps) {
  const t = useText(orderingText)
  return (
    <Card title={t.patient.title}>
      <div className="stack">
        <div className="new-case__pair">
          <TextInput
            id={spotId('patientCode')}
            label={t.patient.code}
            hint={t.patient.codeHint}
            name="patientCode"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            list="known-patients"
            value={entry.patientCode}
            error={faultAt('patientCode')}
            onChange={event => change({ patientCode: event.currentTarget.value })}
          />
          <TextInput
            id={spotId('patient')}
            label={t.patient.name}
            mark={t.optional}
            hint={t.patient.nameHint}
            name="patient"
            autoComplete="off"
            spellCheck={false}
            value={entry.patient}
            error={faultAt('patient')}
            onChange={event => change({ patient: event.currentTarget.value })}
          />
        </div>
        <KnownPatients {...{ entry, change, catalogue, onWork }} />
        {children}
      </div>
    </Card>
  )
}
