import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { Family } from '../input.ts'
import { type StaffFamily, staffCatalogueCalls } from '../staff-contract.ts'
import { staffCatalogueText } from './staff-text.ts'

export function FamilyDialog({ family, onClose }: { family: StaffFamily | undefined; onClose: () => void }) {
  const { familyForm: t, form: words, done } = useText(staffCatalogueText)
  const language = useLanguage()
  const changed = useChanged()
  const form = useForm({
    initial: { nameFr: family?.nameFr ?? '', nameEn: family?.nameEn ?? '' },
    shape: Family,
    sentences: { nameFr: words.faults, nameEn: words.faults },
    send: async (body, key): Promise<unknown> =>
      family
        ? call(staffCatalogueCalls.renameFamily, { params: { family: family.id }, body })
        : call(staffCatalogueCalls.addFamily, { body, key }),
    done: () => {
      void changed('catalogue')
      toast({ title: done.family })
      onClose()
    },
  })
  const title = family ? t.title(language === 'fr' ? family.nameFr : family.nameEn) : t.newTitle
  return (
    <FormDialog {...{ form, onClose, title }} submitLabel={t.submit} failed={t.failed} size="sm">
      <TextInput {...form.text('nameFr')} label={t.nameFr} autoComplete="off" required />
      <TextInput {...form.text('nameEn')} label={t.nameEn} autoComplete="off" required />
    </FormDialog>
  )
}
