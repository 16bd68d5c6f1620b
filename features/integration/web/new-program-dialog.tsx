import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { staffProgramCalls } from '../staff-contract.ts'
import { NewProgram } from '../staff-input.ts'
import { KeyDialog } from './key-dialog.tsx'
import { programsText } from './staff-text.ts'

export function NewProgramDialog({ onClose }: { onClose: () => void }) {
  const { newProgram: t, refusals, required } = useText(programsText)
  const changed = useChanged()
  const [made, setMade] = useState<{ name: string; secret: string }>()
  const form = useForm({
    initial: { name: '' },
    shape: NewProgram,
    sentences: { name: { required, too_long: t.tooLong } },
    // Also after a refusal or a lost answer: the list shows the present state.
    send: async body => {
      const { data } = await call(staffProgramCalls.add, { body }).finally(() => void changed('programs'))
      return { name: body.name, secret: data.key }
    },
    done: setMade,
  })
  if (made) return <KeyDialog {...made} onClose={onClose} />
  return (
    <FormDialog
      {...{ form, onClose, refusals }}
      title={t.title}
      description={t.description}
      submitLabel={t.submit}
      failed={t.failed}
    >
      <TextInput {...form.text('name')} label={t.name} hint={t.nameHint} autoComplete="off" required />
    </FormDialog>
  )
}
