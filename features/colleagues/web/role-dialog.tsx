import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type Colleague, colleagueCalls } from '../contract.ts'
import { ColleaguePatch } from '../input.ts'
import { nameOf } from './name.ts'
import { RoleFields } from './role-fields.tsx'
import { colleaguesText } from './text.ts'

export function RoleDialog({ colleague, onClose }: { colleague: Colleague; onClose: () => void }) {
  const words = useText(colleaguesText)
  const t = words.change
  const changed = useChanged()
  const { id, accountType, isPracticeDoctor } = colleague
  const name = nameOf(colleague)
  const form = useForm({
    initial: { accountType, isPracticeDoctor },
    shape: ColleaguePatch,
    // Also after a refusal: another manager may have been quicker.
    send: body => call(colleagueCalls.change, { params: { id }, body }).finally(() => void changed('colleagues')),
    done: () => {
      toast({ title: t.done(name), description: t.description })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t.title(name)}
      description={t.description}
      submitLabel={t.submit}
      failed={t.failed}
      refusals={words.refusals}
    >
      <RoleFields values={form.values} onChange={form.set} />
    </FormDialog>
  )
}
