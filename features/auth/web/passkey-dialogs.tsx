import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { useForm } from '#kit/web/use-form.ts'
import { passkeyCalls } from '../passkey-contract.ts'
import { PasskeyName } from '../passkey-input.ts'
import { passkeyText } from './passkey-text.ts'

type OfOne = { id: string; name: string; onDone: () => Promise<unknown>; onClose: () => void }

export function PasskeyRenaming({ id, name, onDone, onClose }: OfOne) {
  const t = useText(passkeyText)
  const form = useForm({
    initial: { name },
    shape: PasskeyName,
    sentences: { name: { required: t.nameRequired, too_long: t.nameTooLong } },
    send: async body => {
      await call(passkeyCalls.rename, { params: { id }, body })
      await onDone()
    },
    done: () => {
      toast({ title: t.renameDone })
      onClose()
    },
  })
  return (
    <FormDialog form={form} onClose={onClose} title={t.renameTitle} size="sm" submitLabel={t.renameSubmit}>
      <TextInput {...form.text('name')} label={t.name} autoComplete="off" required />
    </FormDialog>
  )
}

/** Names the passkey, and says what deleting it here does not remove. */
export function PasskeyRemoval({ id, name, onDone, onClose }: OfOne) {
  const t = useText(passkeyText)
  const { common } = useText(kitText)
  const sentence = useProblemText()
  const { run, isPending, error } = useAttempt(async () => {
    // Also after a refusal: it may have been removed elsewhere.
    await call(passkeyCalls.remove, { params: { id } }).finally(() => void onDone())
    toast({ title: t.removeDone })
    onClose()
  })
  return (
    <ConfirmDialog
      open
      title={t.removeQuestion(name)}
      description={t.removeDetails}
      confirmLabel={t.removeAct}
      cancelLabel={common.cancel}
      pending={isPending}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {error !== undefined && (
        <Notice tone="late" live>
          {sentence(error)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
