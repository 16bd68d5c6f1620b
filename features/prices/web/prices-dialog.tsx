import { useRef, useState } from 'react'
import * as v from 'valibot'
import { useChanged } from '#features/live/web/use-changed.ts'
import { typedCents, writtenCents } from '#kit/typed-amount.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { matchesWords } from '#kit/web/search-words.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { SearchInput } from '#kit/web/ui/search-input.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useVersionedForm } from '#kit/web/use-versioned-form.tsx'
import { type ListedProduct, type OnePriceList, priceCalls } from '../contract.ts'
import { ListPrice } from '../input.ts'
import './prices.css'
import { pricesText } from './staff-text.ts'

/** Field names must not contain dots, as references may; references never contain a slash. */
const nameOf = (reference: string) => reference.replaceAll('.', '/')

const Typed = v.record(v.string(), ListPrice)

const read = (typed: string) => (typed.trim() === '' ? null : (typedCents(typed) ?? Number.NaN))

/** A catalogue has hundreds: the rest is a search or a press away, and typing stays fast. */
const shownAtOnce = 50

export function PricesDialog({ list, onClose }: { list: OnePriceList; onClose: () => void }) {
  const { form: t, prices: words } = useText(pricesText)
  const language = useLanguage()
  const format = useFormat()
  const changed = useChanged()
  const products = list.families.flatMap(family => family.products)
  const [search, setSearch] = useState('')
  const [most, setMost] = useState(shownAtOnce)
  const [kept, setKept] = useState<readonly ListedProduct[]>([])
  const searchField = useRef<HTMLInputElement>(null)
  const faults = { number_expected: t.priceWrong, out_of_range: t.priceWrong }
  const initial: Record<string, string> = Object.fromEntries(
    products.map(({ reference, priceCents }) => [
      nameOf(reference),
      priceCents === null ? '' : writtenCents(priceCents, language),
    ]),
  )
  const form = useVersionedForm({
    version: list.version,
    initial,
    shape: Typed,
    // Retired products have no field in which a wrong price could be corrected.
    body: typed =>
      Object.fromEntries(
        products.map(({ reference }) => nameOf(reference)).map(name => [name, read(typed[name] ?? '')]),
      ),
    sentences: Object.fromEntries(Object.keys(initial).map(name => [name, faults])),
    send: async (typed, _key, version) => {
      const prices = products.flatMap(({ reference, priceCents }) => {
        const said = typed[nameOf(reference)] ?? null
        return said === priceCents ? [] : [{ reference, priceCents: said }]
      })
      if (prices.length === 0) return
      await call(priceCalls.setPrices, { params: { id: list.id }, body: { prices, version } }).finally(
        () => void changed('catalogue'),
      )
    },
    done: () => {
      toast({ title: t.saved })
      onClose()
    },
  })
  const labelOf = ({ labelFr, labelEn }: ListedProduct) => (language === 'fr' ? labelFr : labelEn)
  const isWrong = ({ reference }: ListedProduct) => !v.is(ListPrice, read(form.values[nameOf(reference)] ?? ''))
  function searchFor(words: string) {
    setSearch(words)
    setMost(shownAtOnce)
    // Fields with faults stay visible while they are corrected, until the next search.
    setKept(products.filter(isWrong))
  }
  function clear() {
    searchFor('')
    // The button disappears with the search.
    searchField.current?.focus()
  }
  const found = products.filter(product => matchesWords(`${labelOf(product)} ${product.reference}`, search))
  const first = new Set(found.slice(0, most))
  return (
    <FormDialog
      {...{ form, onClose }}
      size="lg"
      title={t.pricesTitle(list.name)}
      description={t.pricesDescription}
      submitLabel={t.save}
      failed={t.failed}
    >
      {products.length > shownAtOnce && (
        <SearchInput
          label={words.search}
          placeholder={words.searchHint}
          value={search}
          ref={searchField}
          onChange={({ currentTarget }) => searchFor(currentTarget.value)}
          // Enter searches; it does not save.
          onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <ResultCount hidden={!search || found.length === 0}>{search && words.found(found.length)}</ResultCount>
      {search && found.length === 0 && (
        <EmptyState icon="search" {...words.notFound} action={<Button onClick={clear}>{words.clear}</Button>} />
      )}
      <div className="price-families">
        {list.families.map(family => {
          const shown = family.products.filter(
            product => first.has(product) || kept.includes(product) || form.isOfBoth(nameOf(product.reference)),
          )
          return (
            shown.length > 0 && (
              <Fieldset key={family.id} legend={language === 'fr' ? family.nameFr : family.nameEn}>
                <div className="stack">
                  {shown.map(product => (
                    <TextInput
                      key={product.reference}
                      {...form.text(nameOf(product.reference))}
                      className="price-field"
                      label={labelOf(product)}
                      mark={product.reference}
                      hint={
                        product.catalogueCents === null
                          ? words.noCatalogue
                          : words.catalogue(format.money(product.catalogueCents))
                      }
                      inputMode="decimal"
                      autoComplete="off"
                    />
                  ))}
                </div>
              </Fieldset>
            )
          )
        })}
      </div>
      {found.length > most && (
        <div className="row">
          <Button onClick={() => setMost(most + shownAtOnce)}>
            {words.more(Math.min(shownAtOnce, found.length - most), found.length - most)}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}
