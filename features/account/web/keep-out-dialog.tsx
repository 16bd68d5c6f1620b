import { useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { accessText } from './access-text.ts'
import { ActDialog } from './act-dialog.tsx'
import { type Heir, HeirChoice } from './heir-choice.tsx'

/** Of somebody of the laboratory their cases in progress, and who else could have them. */
export type WithCases = { openCases?: number; heirs?: readonly Heir[] }
type KeepOutDialogProps = {
  name: string
  person: WithCases
  refusals: Partial<Record<string, string>>
  act: (casesTo: string | null) => Promise<unknown>
  onClose: () => void
}

/** Asks before somebody is kept out, and to whom the cases go that they have in work. */
export function KeepOutDialog({ person, act, ...dialog }: KeepOutDialogProps) {
  const { disabling, cases: t } = useText(accessText)
  const { openCases = 0, heirs = [] } = person
  const [casesTo, setCasesTo] = useState('')
  const heir = heirs.find(({ id }) => id === casesTo)
  return (
    <ActDialog
      {...dialog}
      words={{
        ...disabling,
        ...(openCases > 0 && {
          description: `${disabling.description} ${t.open(openCases)}`,
          doneNext: t.done(openCases, heir?.name),
        }),
      }}
      act={() => act(heir?.id ?? null)}
    >
      {openCases > 0 && <HeirChoice {...{ openCases, heirs }} value={heir?.id ?? ''} onChange={setCasesTo} />}
    </ActDialog>
  )
}
