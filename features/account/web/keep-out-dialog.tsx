import { useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { accessText } from './access-text.ts'
import { ActDialog } from './act-dialog.tsx'
import { type Heir, HeirChoice } from './heir-choice.tsx'

/** For staff: their open cases, and the colleagues who could take them over. */
export type WithCases = { openCases?: number; heirs?: readonly Heir[] }
type KeepOutDialogProps = {
  name: string
  person: WithCases
  refusals: Partial<Record<string, string>>
  act: (casesTo: string | null) => Promise<unknown>
  onClose: () => void
}

/** Confirms disabling a user, and asks who takes over their open cases. */
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
