import { useQuery } from '@tanstack/react-query'
import { useChanged } from '#features/live/web/use-changed.ts'
import { readIdentifier } from '#features/signup/rules.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useVersionedForm } from '#kit/web/use-versioned-form.tsx'
import { billingCalls, type PracticeOfBooks } from '../billing-contract.ts'
import { PracticeNumber } from '../billing-input.ts'
import { practiceToBill } from './staff-queries.ts'
import { actsText, booksText } from './staff-text.ts'

export type NumberDialogProps = { practice: PracticeOfBooks }

/** For bookkeepers who ask the practice for its number on the telephone. */
export function NumberDialog({ practice, onClose }: NumberDialogProps & { onClose: () => void }) {
  const { id, name } = practice
  // The current number, not the one when the dialog opened.
  const { rppsSiretSiren } = useQuery(practiceToBill(id)).data ?? practice
  const t = useText(actsText).number
  const { actFailed, required, tooLong } = useText(booksText)
  const changed = useChanged()
  const { kind } = readIdentifier(rppsSiretSiren)
  const isCompany = kind === 'siren' || kind === 'siret'
  const form = useVersionedForm({
    // A number with a wrong digit is corrected; an RPPS is no start for a SIREN.
    initial: { rppsSiretSiren: isCompany ? rppsSiretSiren : '', seen: rppsSiretSiren },
    version: rppsSiretSiren,
    isOfOtherThings: !isCompany,
    shape: PracticeNumber,
    sentences: { rppsSiretSiren: { required, too_long: tooLong, siren_wrong: t.wrong } },
    send: body =>
      call(billingCalls.setNumber, { params: { id }, body }).finally(() => void changed('invoices', 'signups')),
    done: () => {
      toast({ title: t.saved })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title(name)}
      description={t.description}
      submitLabel={t.submit}
      failed={actFailed}
    >
      <TextInput
        {...form.text('rppsSiretSiren')}
        label={t.label}
        hint={form.version && !isCompany ? `${t.hint} ${t.stands(form.version)}` : t.hint}
        inputMode="numeric"
        autoComplete="off"
        required
      />
    </FormDialog>
  )
}
