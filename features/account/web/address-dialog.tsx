import * as v from 'valibot'
import { Words } from '#kit/input.ts'
import { MailAddress } from '#kit/mail.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { accessText } from './access-text.ts'

const Address = v.strictObject({ email: v.pipe(Words(254), MailAddress) })

type AddressDialogProps = {
  person: { name: string; email: string }
  /** Corrects the address and invites again. */
  send: (body: { email: string }) => Promise<unknown>
  done: (email: string) => { title: string; description?: string }
  refusals: Partial<Record<string, string>>
  onClose: () => void
}

/** For an invitation that was sent to a wrong address. */
export function AddressDialog({ person: { name, email }, send, done, refusals, onClose }: AddressDialogProps) {
  const all = useText(accessText)
  const t = all.address
  const form = useForm({
    initial: { email },
    shape: Address,
    sentences: { email: { required: t.required, too_long: t.tooLong, mail_address_expected: t.mail } },
    send: async body => {
      await send(body)
      return body.email
    },
    done: address => {
      toast(done(address))
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose, refusals }}
      title={t.title(name)}
      description={t.description}
      submitLabel={t.submit}
      failed={all.notDone}
    >
      <TextInput
        {...form.text('email')}
        label={t.label}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
      />
    </FormDialog>
  )
}
