import { type ReactNode, useEffect, useRef, useState } from 'react'
import { copied } from './copied.ts'
import { Button } from './ui/button.tsx'
import { TextInput } from './ui/text-input.tsx'

type CopyFieldProps = {
  label: string
  hint?: string
  value: string
  words: { copy: string; copied: string; copyByHand: string }
  /** It was copied by the press that has made it. */
  isCopied?: boolean
  /** What else may be done with it. */
  beside?: ReactNode
}

/** Words to be taken elsewhere, selected as they appear: where the hand was is gone, and whoever copies by hand begins so. */
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
