import { ActDialog } from '#kit/web/act-dialog.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import type { Program } from '../staff-contract.ts'
import { programsText } from './staff-text.ts'

type EndingDialogProps = {
  program: Program
  words: {
    title: (name: string) => string
    description: string
    confirm: (name: string) => string
    done: (name: string) => string
    failed: string
  }
  act: () => Promise<unknown>
  onClose: () => void
}

/** Confirms before a program loses its keys or secret, which cannot be restored. */
export function EndingDialog({ program: { name }, words, act, onClose }: EndingDialogProps) {
  const { refusals } = useText(programsText)
  const { common } = useText(kitText)
  return (
    <ActDialog
      title={words.title(name)}
      description={words.description}
      confirmLabel={words.confirm(name)}
      cancelLabel={common.cancel}
      done={words.done(name)}
      failed={words.failed}
      refusals={refusals}
      {...{ act, onClose }}
    />
  )
}
