import { flushSync } from 'react-dom'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { Entry } from './entry.ts'
import { focusSpot, spotId } from './faults.ts'
import { reviewText } from './review-text.ts'
import type { SectionProps } from './sections.ts'

/** Suggestions only: there are more platforms than any list has. */
const platforms = ['3Shape Unite', 'Medit Link', 'DS Core', 'iTero', 'exocad dentalshare', 'CS Connect', 'Shining 3D']

/** A scan sent another way: the platform, and the case number the laboratory finds it under. */
export function ScanElsewhere({ entry: { scan }, change, faultAt }: SectionProps<Pick<Entry, 'scan'>>) {
  const t = useText(reviewText).scan
  if (!scan)
    return (
      <div>
        <Button
          size="sm"
          icon="external"
          id={spotId('scan')}
          onClick={() => {
            flushSync(() => change({ scan: {} }))
            focusSpot('scan.platform')
          }}
        >
          {t.elsewhere}
        </Button>
      </div>
    )
  const field = (name: 'platform' | 'caseNumber' | 'url') => ({
    id: spotId(`scan.${name}`),
    label: t[name],
    name: `scan.${name}`,
    autoComplete: 'off',
    spellCheck: false,
    value: scan[name] ?? '',
    error: faultAt(`scan.${name}`),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      change({ scan: { ...scan, [name]: currentTarget.value } }),
  })
  return (
    <Fieldset legend={t.legend}>
      <div className="stack">
        <div className="new-case__pair">
          <TextInput {...field('platform')} required list="scan-platforms" />
          <TextInput {...field('caseNumber')} required hint={t.caseNumberHint} />
        </div>
        <TextInput {...field('url')} mark={t.optional} hint={t.urlHint} type="url" />
        <datalist id="scan-platforms">
          {platforms.map(name => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div>
          <Button
            size="sm"
            icon="close"
            onClick={() => {
              flushSync(() => change({ scan: undefined }))
              focusSpot('scan')
            }}
          >
            {t.none}
          </Button>
        </div>
      </div>
    </Fieldset>
  )
}
