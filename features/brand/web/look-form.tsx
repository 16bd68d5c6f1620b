import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { hexPattern } from '#kit/hex-color.ts'
import type { BrandColor } from '#kit/theme.ts'
import { AllAsked } from '#kit/web/all-asked.tsx'
import { call } from '#kit/web/call.ts'
import { FormEnd } from '#kit/web/form-end.tsx'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useVersionedForm } from '#kit/web/use-versioned-form.tsx'
import { NewLook } from '../input.ts'
import { type StaffBrand, staffBrandCalls } from '../staff-contract.ts'
import { staffBrandText } from './staff-text.ts'

// Loaded with these parts: the computation of contrasts.
const parts = { when: 'drawn' } as const
const BrandPreview = later(() => import('./brand-preview.tsx').then(module => module.BrandPreview), parts)
const ColorCorrections = later(() => import('./color-corrections.tsx').then(module => module.ColorCorrections), parts)

const colors = [
  'primary',
  'primaryForeground',
  'secondary',
  'secondaryForeground',
  'cardForeground',
  'ring',
  'border',
] as const satisfies readonly BrandColor[]

/** Name, contact and colours of the laboratory, with a live preview. */
export function LookForm({ there }: { there: StaffBrand }) {
  const text = useText(staffBrandText)
  const { look: t, colors: c } = text
  const changed = useChanged()
  const words = { required: text.required, too_long: text.tooLong, one_line: t.oneLine }
  const color = { regex: c.wrong }
  const form = useVersionedForm({
    initial: there.look,
    version: there.version,
    shape: NewLook,
    body: (look, version) => ({ ...look, version }),
    sentences: {
      companyName: words,
      clientServicePhone: { ...words, phone_wrong: t.phoneWrong },
      address: words,
      postalCode: words,
      city: words,
      primary: color,
      primaryForeground: color,
      secondary: color,
      secondaryForeground: color,
      cardForeground: color,
      ring: color,
      border: color,
    },
    send: body => call(staffBrandCalls.setLook, { body }).finally(() => changed('brand')),
    done: () => toast({ title: t.saved }),
  })
  const { values } = form
  // The last valid colours, while one is being typed.
  const [shown, setShown] = useState(there.look)
  const isWhole = colors.every(key => hexPattern.test(values[key].trim()))
  if (isWhole && colors.some(key => values[key].trim() !== shown[key]))
    setShown({ ...shown, ...Object.fromEntries(colors.map(key => [key, values[key].trim()])) })
  const plain = (name: 'address' | 'postalCode' | 'city') => (
    <TextInput {...form.text(name)} label={t[name]} mark={text.optional} autoComplete="off" />
  )
  return (
    <form className="stack" {...form.props}>
      <AllAsked />
      <Card title={t.title}>
        <div className="stack staff-brand__contact">
          <TextInput {...form.text('companyName')} label={t.companyName} autoComplete="off" required />
          <TextInput
            {...form.text('clientServicePhone')}
            label={t.clientServicePhone}
            type="tel"
            autoComplete="off"
            required
          />
          {plain('address')}
          {plain('postalCode')}
          {plain('city')}
        </div>
      </Card>
      <Card title={c.title}>
        <div className="stack">
          <p className="muted">{c.hint}</p>
          <div className="staff-brand__colors">
            {colors.map(key => (
              <div key={key} className="staff-brand__color">
                <TextInput
                  {...form.text(key)}
                  label={c.names[key]}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  required
                />
                <input
                  type="color"
                  aria-label={c.pick(c.names[key])}
                  value={shown[key].toLowerCase()}
                  onChange={({ currentTarget }) => form.set({ [key]: currentTarget.value })}
                />
              </div>
            ))}
          </div>
          <ColorCorrections look={shown} onTake={(key, used) => form.set({ [key]: used })} />
        </div>
      </Card>
      <BrandPreview look={{ ...shown, companyName: values.companyName }} logo={there.logo} />
      <FormEnd form={form} submitLabel={t.submit} failed={text.notSaved} />
    </form>
  )
}
