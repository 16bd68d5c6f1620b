import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { sentDay, writtenDay } from '#kit/web/typed-day.ts'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { staffMaterialCalls } from '../contract.ts'
import { NewLot } from '../input.ts'
import { readLabel } from '../rules.ts'
import { materialsText } from './text.ts'

type LotDialogProps = {
  material: { id: string; name: string }
  /** Fields read from a label already. */
  label?: { lot: string; labelCode?: string; expiresOn?: string }
  onEntered?: (number: string) => void
  onClose: () => void
}

/** The number and code from a label in the field; otherwise the code read before, as long as the number is unchanged. */
function numberOf(typed: string, read: LotDialogProps['label']) {
  const label = readLabel(typed) ?? (read?.lot === typed.trim() ? read : undefined)
  return { number: label?.lot ?? typed, ...(label?.labelCode && { labelCode: label.labelCode }) }
}

/** Enters a lot that has arrived; a barcode reader types everything into the first field. */
export function LotDialog({ material, label: known, onEntered, onClose }: LotDialogProps) {
  const t = useText(materialsText)
  const today = useFormat().today()
  const changed = useChanged()
  const form = useForm({
    initial: {
      number: known?.lot ?? '',
      arrivedOn: writtenDay(today),
      expiresOn: known?.expiresOn ? writtenDay(known.expiresOn) : '',
      isChecked: false,
      /** Fields from the label, valid as long as the number is the label's. */
      read: known,
    },
    shape: NewLot,
    body: ({ number, arrivedOn, expiresOn, isChecked, read }) => ({
      ...numberOf(number, read),
      arrivedOn: sentDay(arrivedOn, today),
      expiresOn: sentDay(expiresOn, today) ?? null,
      isChecked,
    }),
    sentences: {
      number: { required: t.required, too_long: t.tooLong, label_without_lot: t.labelWithoutLot },
      arrivedOn: { required: t.required, not_a_day: t.notADay },
      expiresOn: { not_a_day: t.notADay },
    },
    send: (body, key) => call(staffMaterialCalls.addLot, { params: { id: material.id }, body, key }),
    done: () => {
      void changed('sheets')
      const number = form.body?.number ?? ''
      toast({ title: t.done.lot(number) })
      onClose()
      onEntered?.(number)
    },
  })
  function read(typed: string) {
    const label = readLabel(typed)
    form.set({
      number: label?.lot ?? typed,
      ...(label?.lot && { read: { ...label, lot: label.lot } }),
      ...(label?.expiresOn && { expiresOn: writtenDay(label.expiresOn) }),
    })
  }
  const day = { hint: t.dayHint, today, pickLabel: t.pick }
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.lotForm.title(material.name)}
      submitLabel={t.lotForm.submit}
      failed={t.form.failed}
      refusals={t.refusals}
    >
      <TextInput
        {...form.text('number')}
        label={t.lotForm.number}
        hint={t.lotForm.scanHint}
        required
        autoComplete="off"
        spellCheck={false}
        // A barcode reader ends with Enter, which must not submit the form.
        onKeyDown={event => {
          if (event.key !== 'Enter' || !readLabel(event.currentTarget.value)) return
          event.preventDefault()
          read(event.currentTarget.value)
        }}
        onBlur={({ currentTarget }) => read(currentTarget.value)}
      />
      <DateField {...form.field('expiresOn')} {...day} label={t.lotForm.expiresOn} mark={t.optional} />
      <DateField {...form.field('arrivedOn')} {...day} label={t.lotForm.arrivedOn} required />
      <Checkbox
        label={t.lotForm.isChecked}
        hint={t.lotForm.isCheckedHint}
        checked={form.values.isChecked}
        onChange={({ currentTarget }) => form.set({ isChecked: currentTarget.checked })}
      />
    </FormDialog>
  )
}
