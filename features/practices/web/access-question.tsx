import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { call } from '#kit/web/call.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { type PracticePage, staffPracticeCalls } from '../contract.ts'
import { seldomText } from './seldom-text.ts'
import { practicesText } from './text.ts'

/** Confirms disabling or enabling a practice with its users. */
export function AccessQuestion({ practice, onClose }: { practice: PracticePage; onClose: () => void }) {
  const { page } = useText(practicesText)
  const { closing, opening } = useText(seldomText)
  const { common } = useText(kitText)
  const changed = useChanged()
  const { id, name } = practice
  // Fixed when opened: the practice changes before the dialog closes.
  const [isDisabled] = useState(!practice.isDisabled)
  const t = isDisabled ? closing : opening
  const options = { params: { id }, body: { isDisabled } }
  return (
    <ActDialog
      tone={isDisabled ? 'danger' : 'primary'}
      title={t.title(name)}
      description={t.description}
      confirmLabel={t.act(name)}
      cancelLabel={common.cancel}
      act={() => call(staffPracticeCalls.setOpen, options).finally(() => void changed('signups'))}
      done={t.done(name)}
      failed={page.notDone}
      onClose={onClose}
    />
  )
}
