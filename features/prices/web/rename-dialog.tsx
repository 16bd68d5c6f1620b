import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useVersionedForm } from '#kit/web/use-versioned-form.tsx'
import { type OnePriceList, priceCalls } from '../contract.ts'
import { PriceListName } from '../input.ts'
import { pricesText } from './staff-text.ts'

export function RenameDialog({ list, onClose }: { list: OnePriceList; onClose: () => void }) {
  const { form: t, fields } = useText(pricesText)
  const changed = useChanged()
  const form = useVersionedForm({
    version: list.version,
    initial: { name: list.name },
    shape: PriceListName,
    body: ({ name }, version) => ({ name, version }),
    sentences: { name: fields },
    send: body => call(priceCalls.rename, { params: { id: list.id }, body }).finally(() => void changed('catalogue')),
    done: () => {
      toast({ title: t.saved })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.renameTitle(list.name)}
      submitLabel={t.save}
      failed={t.failed}
      refusals={t.refusals}
    >
      <TextInput {...form.text('name')} label={t.name} autoComplete="off" required />
    </FormDialog>
  )
}
