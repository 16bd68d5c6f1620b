import { useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { Entry } from './entry.ts'
import { spotId } from './faults.ts'
import type { SectionProps } from './sections.ts'
import { orderingText } from './text.ts'

type PatientFieldsProps = SectionProps<Pick<Entry, 'patientCode' | 'patient'>> & {
  hints: Record<'code' | 'name', string>
  /** Id of the `datalist` of known codes. */
  list?: string | undefined
}

/** Shared by the practices' and the laboratory's form. */
export function PatientFields({ entry, change, faultAt, hints, list }: PatientFieldsProps) {
  const { patient: t, optional } = useText(orderingText)
  return (
    <div className="new-case__pair">
      <TextInput
        id={spotId('patientCode')}
        label={t.code}
        hint={hints.code}
        name="patientCode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        list={list}
        value={entry.patientCode}
        error={faultAt('patientCode')}
        onChange={event => change({ patientCode: event.currentTarget.value })}
      />
      <TextInput
        id={spotId('patient')}
        label={t.name}
        mark={optional}
        hint={hints.name}
        name="patient"
        autoComplete="off"
        spellCheck={false}
        value={entry.patient}
        error={faultAt('patient')}
        onChange={event => change({ patient: event.currentTarget.value })}
      />
    </div>
  )
}
