import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { saysCatalogue } from '#features/brand/lead-times.ts'
import { staffBrand } from '#features/brand/web/staff-queries.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { languages } from '#kit/language.ts'
import { typedCents, writtenCents } from '#kit/typed-amount.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useVersionedForm } from '#kit/web/use-versioned-form.tsx'
import { Need, NewProduct, ToothNeed, Vat } from '../input.ts'
import { productGaps } from '../product-rules.ts'
import { type StaffFamily, type StaffProduct, staffCatalogueCalls } from '../staff-contract.ts'
import { staffCatalogueText } from './staff-text.ts'

type ProductDialogProps = {
  families: readonly StaffFamily[]
  /** The family preselected for a new product. */
  family?: string
  /** Absent for a new one. */
  product?: StaffProduct
  onClose: () => void
}

const blank = {
  labelFr: '',
  labelEn: '',
  oneFr: '',
  manyFr: '',
  oneEn: '',
  manyEn: '',
  teeth: 'required' as 'none' | 'optional' | 'required' | 'run',
  hasPontics: false,
  sector: 'none' as 'none' | 'optional' | 'required',
  shade: 'required' as 'none' | 'optional' | 'required',
  implant: 'none' as 'none' | 'optional' | 'required',
  vat: 'exempt' as 'exempt' | 'standard',
  isImplantable: false,
  material: '',
}

const whole = (typed: string) => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : Number.NaN)

export function ProductDialog({ families, family, product: opened, onClose }: ProductDialogProps) {
  const { form: t, vat: vats, done } = useText(staffCatalogueText)
  const language = useLanguage()
  const changed = useChanged()
  const client = useQueryClient()
  const navigate = useNavigate()
  // The product's current state, not its state when the dialog opened.
  const products = families.flatMap(({ products }) => products)
  const product = products.find(({ reference }) => reference === opened?.reference) ?? opened
  const { reference, version, isRetired, changedAt: _at, changedBy: _by, ...there } = product ?? {}
  const form = useVersionedForm({
    version,
    initial: {
      ...blank,
      ...there,
      reference: reference ?? '',
      family: product?.family ?? family ?? families[0]?.id ?? '',
      leadDays: product ? String(product.leadDays) : '',
      minimumTeeth: String(product?.minimumTeeth ?? 1),
      priceCents: product?.priceCents == null ? '' : writtenCents(product.priceCents, language),
    },
    shape: NewProduct,
    body: ({ leadDays, minimumTeeth, priceCents, hasPontics, ...typed }) => ({
      ...typed,
      leadDays: whole(leadDays),
      // Fields that only a run has are reset for other products.
      minimumTeeth: typed.teeth === 'run' ? whole(minimumTeeth) : 1,
      hasPontics: typed.teeth === 'run' && hasPontics,
      priceCents: priceCents.trim() === '' ? null : (typedCents(priceCents) ?? Number.NaN),
    }),
    gaps: productGaps,
    sentences: {
      reference: t.faults,
      labelFr: t.faults,
      labelEn: t.faults,
      oneFr: t.faults,
      manyFr: t.faults,
      oneEn: t.faults,
      manyEn: t.faults,
      material: t.faults,
      leadDays: { number_expected: t.faults.lead, out_of_range: t.faults.lead },
      minimumTeeth: { number_expected: t.faults.run, out_of_range: t.faults.run },
      priceCents: { number_expected: t.faults.price, out_of_range: t.faults.price },
    },
    send: async ({ reference: named, ...facts }, key, version): Promise<unknown> =>
      product
        ? call(staffCatalogueCalls.changeProduct, {
            params: { reference: product.reference },
            body: { ...facts, isRetired: product.isRetired, version: version ?? product.version },
          })
        : call(staffCatalogueCalls.addProduct, { body: { reference: named, ...facts }, key }),
    done: () => {
      void changed('catalogue')
      const { labelFr, labelEn } = form.values
      const label = language === 'fr' ? labelFr : labelEn
      const title = product ? done.changed(label) : done.added(label)
      if (product && whole(form.values.leadDays) !== product.leadDays) void tellOfTimes(title)
      else toast({ title })
      onClose()
    },
    failed: () => void changed('catalogue'),
  })
  /** Lead times that somebody has written for practices do not follow, and nobody would think of them. */
  async function tellOfTimes(title: string) {
    const brand = await client.fetchQuery(staffBrand).catch(() => undefined)
    const areOther =
      brand &&
      languages.some(one => brand.times[one] && saysCatalogue(brand.times[one], brand.leadTimes[one]) === false)
    const action = { label: done.toTimes, run: () => void navigate({ to: '/staff/settings/brand' }) }
    toast({ title, ...(areOther && { description: done.timesElsewhere, action }) })
  }
  const text = (name: 'labelFr' | 'labelEn' | 'oneFr' | 'manyFr' | 'oneEn' | 'manyEn') => (
    <TextInput
      {...form.text(name)}
      label={t.fields[name]}
      hint={name === 'oneFr' && t.shortHint}
      autoComplete="off"
      required
    />
  )
  const need = (name: 'sector' | 'shade' | 'implant') => (
    <Select
      name={name}
      label={t.fields[name]}
      value={form.values[name]}
      onChange={({ currentTarget }) =>
        form.set({ [name]: Need.options.find(option => option === currentTarget.value) ?? 'none' })
      }
      options={Need.options.map(value => ({ value, label: t.need[value] }))}
    />
  )
  const label = product && (language === 'fr' ? product.labelFr : product.labelEn)
  return (
    <FormDialog
      {...{ form, onClose }}
      size="lg"
      title={label ? t.title(label) : t.newTitle}
      description={product ? t.description : t.newDescription}
      submitLabel={t.submit}
      failed={t.failed}
      refusals={t.refusals}
    >
      {!product && (
        <TextInput
          {...form.text('reference')}
          label={t.fields.reference}
          hint={t.referenceHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
      )}
      {text('labelFr')}
      {text('labelEn')}
      <Select
        name="family"
        label={t.fields.family}
        value={form.values.family}
        onChange={({ currentTarget }) => form.set({ family: currentTarget.value })}
        options={families.map(({ id, nameFr, nameEn }) => ({ value: id, label: language === 'fr' ? nameFr : nameEn }))}
      />
      <TextInput {...form.text('leadDays')} label={t.fields.leadDays} inputMode="numeric" autoComplete="off" required />
      <TextInput
        {...form.text('priceCents')}
        label={t.fields.priceCents}
        mark={t.optional}
        hint={t.priceHint}
        inputMode="decimal"
        autoComplete="off"
      />
      <Select
        name="vat"
        label={t.fields.vat}
        value={form.values.vat}
        onChange={({ currentTarget }) =>
          form.set({ vat: Vat.options.find(option => option === currentTarget.value) ?? 'exempt' })
        }
        options={Vat.options.map(value => ({ value, label: vats[value] }))}
      />
      {(['oneFr', 'manyFr', 'oneEn', 'manyEn'] as const).map(name => (
        <div key={name}>{text(name)}</div>
      ))}
      <Fieldset legend={t.prescription}>
        <div className="stack">
          <Select
            name="teeth"
            label={t.fields.teeth}
            value={form.values.teeth}
            onChange={({ currentTarget }) =>
              form.set({ teeth: ToothNeed.options.find(option => option === currentTarget.value) ?? 'none' })
            }
            options={ToothNeed.options.map(value => ({ value, label: t.teeth[value] }))}
          />
          {form.values.teeth === 'run' && (
            <>
              <TextInput
                {...form.text('minimumTeeth')}
                label={t.fields.minimumTeeth}
                inputMode="numeric"
                autoComplete="off"
                required
              />
              <Checkbox
                name="hasPontics"
                label={t.fields.hasPontics}
                checked={form.values.hasPontics}
                onChange={({ currentTarget }) => form.set({ hasPontics: currentTarget.checked })}
              />
            </>
          )}
          {need('sector')}
          {need('shade')}
          {need('implant')}
        </div>
      </Fieldset>
      <TextInput
        {...form.text('material')}
        label={t.fields.material}
        mark={t.optional}
        hint={t.materialHint}
        autoComplete="off"
      />
      <Checkbox
        name="isImplantable"
        label={t.fields.isImplantable}
        hint={t.implantableHint}
        checked={form.values.isImplantable}
        onChange={({ currentTarget }) => form.set({ isImplantable: currentTarget.checked })}
      />
    </FormDialog>
  )
}
