import * as v from 'valibot'
import { useChanged } from '#features/live/web/use-changed.ts'
import { centsOf } from '#kit/typed-amount.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type OnePriceList, priceCalls } from '../contract.ts'
import { ListPrice } from '../input.ts'
import { pricesText } from './staff-text.ts'

/** By fields, whose names hold no dots as references may. */
const Typed = v.record(v.string(), ListPrice)

const written = (cents: number | null) => (cents === null ? '' : (cents / 100).toFixed(2).replace('.', ','))
const read = (typed: string) => (typed.trim() === '' ? null : (centsOf(typed) ?? Number.NaN))

/** All prices of a list, as they were when it was opened: what a colleague has changed since is not overwritten. */
export function PricesDialog({ list, onClose }: { list: OnePriceList; onClose: () => void }) {
  const { form: t, prices: words } = useText(pricesText)
  const language = useLanguage()
  const format = useFormat()
  const changed = useChanged()
  const products = list.families.flatMap(family => family.products)
  const fieldOf = new Map(products.map(({ reference }, place) => [reference, `price${place}`]))
  const nameOf = (reference: string) => fieldOf.get(reference) ?? ''
  const faults = { number_expected: t.priceWrong, out_of_range: t.priceWrong }
  const initial: Record<string, string> = Object.fromEntries(
    products.map(({ reference, priceCents }) => [nameOf(reference), written(priceCents)]),
  )
  const form = useForm({
    initial,
    shape: Typed,
    body: typed => Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, read(text)])),
    sentences: Object.fromEntries(Object.keys(initial).map(name => [name, faults])),
    send: async typed => {
      const prices = products.flatMap(({ reference, priceCents }) => {
        const said = typed[nameOf(reference)] ?? null
        return said === priceCents ? [] : [{ reference, priceCents: said }]
      })
      if (prices.length === 0) return
      await call(priceCalls.setPrices, { params: { id: list.id }, body: { prices, version: list.version } }).finally(
        () => void changed('catalogue'),
      )
    },
    done: () => {
      toast({ title: t.saved })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      size="lg"
      title={t.pricesTitle(list.name)}
      description={t.pricesDescription}
      submitLabel={t.save}
      failed={t.failed}
    >
      {list.families.map(family => (
        <Fieldset key={family.id} legend={language === 'fr' ? family.nameFr : family.nameEn}>
          <div className="stack">
            {family.products.map(({ reference, labelFr, labelEn, catalogueCents }) => (
              <TextInput
                key={reference}
                {...form.text(nameOf(reference))}
                label={language === 'fr' ? labelFr : labelEn}
                mark={reference}
                hint={catalogueCents === null ? words.noCatalogue : words.catalogue(format.money(catalogueCents))}
                inputMode="decimal"
                autoComplete="off"
              />
            ))}
          </div>
        </Fieldset>
      ))}
    </FormDialog>
  )
}
