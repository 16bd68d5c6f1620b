import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { type Program, staffProgramCalls } from '../staff-contract.ts'
import { AddressDialog } from './address-dialog.tsx'
import { EndingDialog } from './ending-dialog.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { NewProgramDialog } from './new-program-dialog.tsx'
import { programsText } from './staff-text.ts'

export type ProgramDialogProps =
  | { shown: 'new' }
  | { shown: 'newKey' | 'tell' | 'untelling' | 'removal'; program: Program }

type Closing = { isWithinAllowed: boolean; onClose: () => void }

export function ProgramDialog({ isWithinAllowed, onClose, ...asked }: ProgramDialogProps & Closing) {
  const t = useText(programsText)
  const changed = useChanged()
  if (asked.shown === 'new') return <NewProgramDialog onClose={onClose} />
  const { shown, program } = asked
  const dialog = { program, onClose }
  if (shown === 'newKey') return <NewKeyDialog {...dialog} />
  if (shown === 'tell') return <AddressDialog {...dialog} isWithinAllowed={isWithinAllowed} />
  const [words, endpoint] =
    shown === 'removal' ? [t.removal, staffProgramCalls.remove] : [t.untelling, staffProgramCalls.removeToldAt]
  return (
    <EndingDialog
      {...dialog}
      words={words}
      // Also after a refusal: a colleague may have been quicker.
      act={() => call(endpoint, { params: { id: program.id } }).finally(() => void changed('programs'))}
    />
  )
}
