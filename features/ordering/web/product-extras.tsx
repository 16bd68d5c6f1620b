import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ShadePicker } from '#features/prescription/web/shade-picker.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { focusSpot, spotId } from './faults.ts'
import type { ProductFieldsProps } from './sections.ts'
import { orderingText } from './text.ts'

type ExtrasProps = Omit<ProductFieldsProps, 'known'> & { path: string; hasShade: boolean }

/** Rarely needed fields: opened by a button, shown once they have a value. */
export function Extras({ product, path, onChange, faultAt, hasShade }: ExtrasProps) {
  const words = useText(orderingText)
  const t = words.work
  const [wanted, setWanted] = useState<readonly string[]>([])
  const [second, note] = [`${path}.complementaryShade`, `${path}.note`]
  const hasSecond = hasShade && (wanted.includes(second) || product.complementaryShade !== undefined)
  const hasNote = wanted.includes(note) || product.note !== undefined
  const add = (part: string, label: string) => (
    <Button
      variant="bare"
      size="sm"
      icon="plus"
      onClick={() => {
        flushSync(() => setWanted([...wanted, part]))
        focusSpot(part)
      }}
    >
      {label}
    </Button>
  )
  return (
    <>
      {hasSecond && (
        <ShadePicker
          id={spotId(second)}
          label={t.complementaryShade}
          isOptional
          value={product.complementaryShade}
          onChange={complementaryShade => onChange({ complementaryShade })}
          error={faultAt(second)}
        />
      )}
      {hasNote && (
        <TextArea
          id={spotId(note)}
          label={t.note}
          mark={words.optional}
          hint={t.noteHint}
          rows={2}
          value={product.note ?? ''}
          error={faultAt(note)}
          onChange={event => onChange({ note: event.currentTarget.value })}
        />
      )}
      {!(hasNote && (hasSecond || !hasShade)) && (
        <div className="row product__extras">
          {hasShade && !hasSecond && add(second, t.complementaryShade)}
          {!hasNote && add(note, t.addNote)}
        </div>
      )}
    </>
  )
}
