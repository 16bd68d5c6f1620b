import { type ReactNode, useRef } from 'react'
import { Button } from '#kit/web/ui/button.tsx'

type Props = {
  label: string
  button: string
  drop: string
  hint: ReactNode
  isPending: boolean
  /** Whether choosing a file is the next step; false once one is read. */
  isNext: boolean
  onFile: (file: File) => void
}

/** Chooses a table, or accepts it dropped. */
export function FilePlace({ label, button, drop, hint, isPending, isNext, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const give = (files: FileList | null) => {
    const [file] = files ?? []
    if (file && !isPending) onFile(file)
  }
  return (
    // The button inside does the same by keyboard.
    <fieldset
      className="stack"
      aria-label={label}
      onDragOver={event => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault()
      }}
      onDrop={event => {
        event.preventDefault()
        give(event.dataTransfer.files)
      }}
    >
      <div className="row">
        <Button
          variant={isNext ? 'primary' : 'secondary'}
          icon="document"
          pending={isPending}
          onClick={() => input.current?.click()}
        >
          {button}
        </Button>
        <span className="muted">{drop}</span>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,.tsv,.xlsx"
        aria-label={button}
        onChange={({ currentTarget }) => {
          give(currentTarget.files)
          // Reset, so that choosing the same file again, corrected, fires a change.
          currentTarget.value = ''
        }}
      />
      {hint}
    </fieldset>
  )
}
