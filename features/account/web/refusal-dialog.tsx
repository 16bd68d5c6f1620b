import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { DescriptionList } from '#kit/web/ui/description-list.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { useVersionedForm } from '#kit/web/use-versioned-form.tsx'
import { staffAccountCalls, type WaitingChange } from '../contract.ts'
import { Refusal } from '../input.ts'
import { accountPageText } from './page-text.ts'
import { staffAccountText } from './staff-text.ts'
import { useValueWords } from './use-value-words.ts'

type RefusalDialogProps = { change: WaitingChange; onDecided: () => void; onClose: () => void }

export function RefusalDialog({ change, onDecided, onClose }: RefusalDialogProps) {
  const words = useText(staffAccountText)
  const t = words.refusal
  const changed = useChanged()
  const page = useText(accountPageText)
  const { words: valueWords } = useValueWords(page.none)
  const { id, version, practice } = change
  const form = useVersionedForm({
    initial: { reason: '', version },
    version,
    isOfOtherThings: true,
    shape: Refusal,
    sentences: { reason: { required: t.required, too_long: t.tooLong } },
    send: body => call(staffAccountCalls.refuse, { params: { id }, body }),
    failed: () => void changed('account'),
    done: () => {
      void changed('account')
      onDecided()
      onClose()
    },
  })
  // Refuses exactly the state shown: a newer one replaces it together with the form's version.
  const [seen, see] = useState(change)
  if (seen !== change && change.version === form.version) see(change)
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t.title(practice)}
      description={t.description}
      submitLabel={t.submit}
      failed={t.failed}
      refusals={words.refusals}
    >
      <DescriptionList
        items={seen.fields.map(({ field, after }) => ({
          term: page.fields[field],
          detail: <span className="account__detail">{valueWords(after)}</span>,
        }))}
      />
      <TextArea {...form.text('reason')} label={t.reason} hint={t.reasonHint} required />
    </FormDialog>
  )
}
