import { useText } from '#kit/web/text.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { another, type Entry } from './entry.ts'
import { spotId } from './faults.ts'
import type { Prescribing } from './prescriber.ts'
import type { SectionProps } from './sections.ts'
import { orderingText } from './text.ts'

type PrescriberProps = SectionProps<Pick<Entry, 'prescriberId' | 'prescriberName'>> & { prescribing: Prescribing }

/** The prescriber printed on the case's papers: a doctor of the practice, or somebody without an account. */
export function PrescriberField({ entry, change, faultAt, prescribing: { doctors, names } }: PrescriberProps) {
  const t = useText(orderingText).prescriber
  const isAnother = entry.prescriberId === another
  return (
    <div className="new-case__pair">
      {doctors.length > 0 && (
        <Select
          id={spotId('prescriberId')}
          label={t.label}
          name="prescriberId"
          required
          value={entry.prescriberId}
          error={faultAt('prescriberId')}
          placeholder={entry.prescriberId ? undefined : t.choose}
          options={[
            ...doctors.map(({ id, name }) => ({ value: id, label: name })),
            { value: another, label: t.another },
          ]}
          onChange={event => change({ prescriberId: event.currentTarget.value })}
        />
      )}
      {isAnother && (
        <>
          <TextInput
            id={spotId('prescriberName')}
            label={doctors.length > 0 ? t.name : t.label}
            hint={t.nameHint}
            name="prescriberName"
            autoComplete="off"
            spellCheck={false}
            list="prescriber-names"
            required
            value={entry.prescriberName}
            error={faultAt('prescriberName')}
            onChange={event => change({ prescriberName: event.currentTarget.value })}
          />
          <datalist id="prescriber-names">
            {names.map(name => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </div>
  )
}
