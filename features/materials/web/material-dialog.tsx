import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { sentDay, writtenDay } from '#kit/web/typed-day.ts'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type Material, staffMaterialCalls } from '../contract.ts'
import { materialKinds, NewMaterial } from '../input.ts'
import { readLabel } from '../rules.ts'
import { materialsText } from './text.ts'

/** Edits a material as described in its maker's papers, new or existing. */
export function MaterialDialog({ material, onClose }: { material?: Material; onClose: () => void }) {
  const t = useText(materialsText)
  const today = useFormat().today()
  const changed = useChanged()
  const words = { required: t.required, too_long: t.tooLong }
  const form = useForm({
    initial: {
      name: material?.name ?? '',
      maker: material?.maker ?? '',
      kind: material?.kind ?? 'ceramic',
      standard: material?.standard ?? '',
      labelCode: material?.labelCode ?? '',
      certificate: material?.certificate ?? '',
      certificateEndsOn: material?.certificateEndsOn ? writtenDay(material.certificateEndsOn) : '',
      isImplantable: material?.isImplantable ?? false,
      isRetired: material?.isRetired ?? false,
    },
    shape: NewMaterial,
    body: values => ({
      ...values,
      standard: values.standard.trim() || null,
      // A scanned barcode contains more than the code.
      labelCode: (readLabel(values.labelCode)?.labelCode ?? values.labelCode.trim()) || null,
      certificate: values.certificate.trim() || null,
      certificateEndsOn: sentDay(values.certificateEndsOn, today) ?? null,
    }),
    sentences: {
      name: words,
      maker: words,
      standard: words,
      labelCode: { label_code_expected: t.labelCodeExpected },
      certificate: { ...words, required: t.certificateWithEnd },
      certificateEndsOn: { required: t.certificateWithEnd, not_a_day: t.notADay },
    },
    send: async (body, key) => {
      if (material) await call(staffMaterialCalls.change, { params: { id: material.id }, body })
      else await call(staffMaterialCalls.create, { body, key })
    },
    done: () => {
      void changed('sheets')
      toast({ title: t.done.material(form.values.name.trim()) })
      onClose()
    },
  })
  const optional = { mark: t.optional, autoComplete: 'off' }
  return (
    <FormDialog
      {...{ form, onClose }}
      title={material ? t.form.change : t.form.add}
      description={material && t.form.changeHint}
      submitLabel={t.form.submit}
      failed={t.form.failed}
      refusals={t.refusals}
    >
      <TextInput {...form.text('name')} label={t.form.name} required autoComplete="off" />
      <TextInput {...form.text('maker')} label={t.form.maker} required autoComplete="off" />
      <Select
        name="kind"
        label={t.form.kind}
        value={form.values.kind}
        onChange={({ currentTarget }) =>
          form.set({ kind: materialKinds.find(kind => kind === currentTarget.value) ?? 'other' })
        }
        options={materialKinds.map(value => ({ value, label: t.kinds[value] }))}
      />
      <TextInput {...form.text('standard')} {...optional} label={t.form.standard} hint={t.form.standardHint} />
      <TextInput {...form.text('certificate')} {...optional} label={t.form.certificate} />
      <DateField
        {...form.field('certificateEndsOn')}
        label={t.form.certificateEndsOn}
        mark={t.optional}
        hint={t.dayHint}
        today={today}
        pickLabel={t.pick}
      />
      <TextInput {...form.text('labelCode')} {...optional} label={t.form.labelCode} hint={t.form.labelCodeHint} />
      <Checkbox
        label={t.form.isImplantable}
        hint={t.form.isImplantableHint}
        checked={form.values.isImplantable}
        onChange={({ currentTarget }) => form.set({ isImplantable: currentTarget.checked })}
      />
      {material && (
        <Checkbox
          label={t.form.isRetired}
          checked={form.values.isRetired}
          onChange={({ currentTarget }) => form.set({ isRetired: currentTarget.checked })}
        />
      )}
    </FormDialog>
  )
}
