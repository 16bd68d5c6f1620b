import { useChanged } from '#features/live/web/use-changed.ts'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type Erasure, staffPrivacyCalls } from '../contract.ts'
import { ErasureRefusal } from '../input.ts'
import { longestReason } from '../rules.ts'
import { staffPrivacyText } from './staff-text.ts'

export type DecisionDialogProps = { erasure: Erasure; deciding: 'carry-out' | 'refuse' }
type Shown = { erasure: Erasure; onClose: () => void }

export const DecisionDialogs = ({ deciding, ...shown }: DecisionDialogProps & { onClose: () => void }) =>
  deciding === 'carry-out' ? <CarryOut {...shown} /> : <Refuse {...shown} />

function CarryOut({ erasure: { id, person, stays }, onClose }: Shown) {
  const { erasures: t } = useText(staffPrivacyText)
  const changed = useChanged()
  return (
    <ActDialog
      title={t.confirmTitle(person)}
      description={t.confirmHint}
      confirmLabel={t.carryOut(person)}
      cancelLabel={t.keep}
      act={() => call(staffPrivacyCalls.carryOut, { params: { id } }).finally(() => void changed('account'))}
      done={t.done}
      failed={t.notDone}
      refusals={t.refusals}
      onClose={onClose}
    >
      <p>{t.stays(stays)}</p>
    </ActDialog>
  )
}

function Refuse({ erasure: { id, person }, onClose }: Shown) {
  const { erasures: t } = useText(staffPrivacyText)
  const changed = useChanged()
  const form = useForm({
    initial: { reason: '' },
    shape: ErasureRefusal,
    sentences: { reason: { required: t.required, too_long: t.tooLong(longestReason) } },
    send: body => call(staffPrivacyCalls.refuse, { params: { id }, body }),
    failed: () => void changed('account'),
    done: () => {
      void changed('account')
      toast({ title: t.refused })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.refuseTitle(person)}
      description={t.refuseHint}
      submitLabel={t.submit}
      failed={t.notDone}
      refusals={t.refusals}
    >
      <TextArea {...form.text('reason')} label={t.reason} required />
    </FormDialog>
  )
}
