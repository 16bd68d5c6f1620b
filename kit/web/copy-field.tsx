import { type ReactNode, useEffect, useRef, useState } from 'react'
import { copied } from './copied.ts'
import { Button } from './ui/button.tsx'
import { TextInput } from './ui/text-input.tsx'

type CopyFieldProps = {
  label: string
  hint?: string
  value: string
  words: { copy: string; copied: string; copyByHand: string }
  /** Whether the press that made the value has already copied it. */
  isCopied?: boolean
  /** Other actions for the value. */
  beside?: ReactNode
}

/** A value to copy, selected when it appears: focus has nowhere else to go, and copying by hand starts from a selection. */
export function CopyField({ label, hint, value, words, isCopied = false, beside }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'copyByHand' | undefined>(isCopied ? 'copied' : undefined)
  useEffect(() => select(field.current), [])

  async function copy() {
    if (await copied(value)) return setOutcome('copied')
    select(field.current)
    setOutcome('copyByHand')
  }
  return (
    <div className="stack stack--sm">
      <TextInput ref={field} label={label} hint={hint} value={value} readOnly />
      <div className="row">
        <Button variant={isCopied ? 'secondary' : 'primary'} onClick={() => void copy()}>
          {words.copy}
        </Button>
        {beside}
      </div>
      <p role="status" className="small">
        {outcome && words[outcome]}
      </p>
    </div>
  )
}

function select(field: HTMLInputElement | null) {
  field?.focus()
  field?.select()
}
