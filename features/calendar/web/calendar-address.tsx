import { CopyField } from '#kit/web/copy-field.tsx'
import { useText } from '#kit/web/text.tsx'
import { ButtonAnchor } from '#kit/web/ui/button-link.tsx'
import { calendarText } from './text.ts'

/** An address to copy, or to open in the device's calendar program. */
export function CalendarAddress({ address }: { address: string }) {
  const t = useText(calendarText).made
  return (
    <div className="stack stack--sm">
      <CopyField
        label={t.label}
        hint={t.once}
        value={address}
        words={t}
        beside={
          <ButtonAnchor icon="external" href={address.replace(/^https?:/, 'webcal:')}>
            {t.open}
          </ButtonAnchor>
        }
      />
      <p className="small muted">{t.programs}</p>
    </div>
  )
}
