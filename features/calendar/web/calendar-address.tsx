import { useEffect, useRef, useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonAnchor } from '#kit/web/ui/button-link.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { calendarText } from './text.ts'

/** Ready to be copied, or opened by the calendar program of this device. */
export function CalendarAddress({ address }: { address: string }) {
  const t = useText(calendarText).made
  const field = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'copyByHand'>()

  // Where the hand was is gone; and whoever copies by hand has it selected.
  useEffect(() => select(field.current), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      setOutcome('copied')
    } catch {
      // Without TLS there is no clipboard, and a browser may forbid it.
      select(field.current)
      setOutcome('copyByHand')
    }
  }

  return (
    <div className="stack stack--sm">
      <TextInput ref={field} label={t.label} hint={t.once} value={address} readOnly />
      <div className="row">
        <Button variant="primary" onClick={() => void copy()}>
          {t.copy}
        </Button>
        <ButtonAnchor icon="external" href={address.replace(/^https?:/, 'webcal:')}>
          {t.open}
        </ButtonAnchor>
      </div>
      <p role="status" className="small">
        {outcome && t[outcome]}
      </p>
      <p className="small muted">{t.programs}</p>
    </div>
  )
}

function select(field: HTMLInputElement | null) {
  field?.focus()
  field?.select()
}
