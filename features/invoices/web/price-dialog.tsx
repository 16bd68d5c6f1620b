import * as v from 'valibot'
import { useChanged } from '#features/live/web/use-changed.ts'
import { writtenCents } from '#kit/typed-amount.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { useForm } from '#kit/web/use-form.ts'
import { billingCalls, type CaseLine, type CaseToBill } from '../billing-contract.ts'
import { Price, type Prices, vatCategories } from '../billing-input.ts'
import { actsText, booksText } from './staff-text.ts'
import { sentCents, useAmountWords } from './use-amount-words.ts'

export type PriceDialogProps = { one: CaseToBill }

type Body = Record<string, number | string | undefined>

const nameOf = ({ caseSequence }: CaseLine) => ({ price: `price${caseSequence}`, vat: `vat${caseSequence}` })
/** A free line keeps its catalogue price but costs nothing. */
const costs = ({ netCents, unitPriceCents }: CaseLine) => (netCents === 0 ? 0 : unitPriceCents)

/** Sets the price of each work of a case, with its present price; or makes all of it free with one press. */
export function PriceDialog({ one, onClose }: PriceDialogProps & { onClose: () => void }) {
  const language = useLanguage()
  const t = useText(actsText).price
  const { actFailed, refusals } = useText(booksText)
  const format = useFormat()
  const sentence = useProblemText()
  const changed = useChanged()
  const amount = useAmountWords()
  const { lines } = one
  const each = <Value,>(of: (line: CaseLine) => Record<string, Value>): Record<string, Value> =>
    Object.assign({}, ...lines.map(of))
  const initial = each(line => {
    const cents = costs(line)
    return {
      [nameOf(line).price]: cents === null ? '' : writtenCents(cents, language),
      [nameOf(line).vat]: line.vat ?? '',
    }
  })
  const shape: v.GenericSchema<Body, Body> = v.strictObject(
    each<v.GenericSchema<string | number | undefined, string | number | undefined>>(line => ({
      [nameOf(line).price]: Price.entries.unitPriceCents,
      [nameOf(line).vat]: Price.entries.vat,
    })),
  )
  const send = (prices: Prices['prices']) =>
    call(billingCalls.setPrices, { params: { id: one.id }, body: { prices } }).finally(
      () => void changed('invoices', 'orders'),
    )
  const done = (title: string) => {
    toast({ title })
    onClose()
  }
  const form = useForm({
    initial,
    shape,
    body: typed =>
      each(line => {
        const { price, vat } = nameOf(line)
        return { [price]: sentCents(typed[price] ?? ''), [vat]: typed[vat] }
      }),
    sentences: each(line => ({ [nameOf(line).price]: amount, [nameOf(line).vat]: { required: t.vatMissing } })),
    send: async body => {
      const prices = pricesOf(lines, body).filter(({ caseSequence, unitPriceCents, vat }) => {
        const line = lines.find(line => line.caseSequence === caseSequence)
        return line && (costs(line) !== unitPriceCents || line.vat !== vat)
      })
      if (prices.length > 0) await send(prices)
    },
    done: () => done(t.saved),
  })
  const offer = useAttempt(async () => {
    await send(
      pricesOf(
        lines,
        each(line => ({ [nameOf(line).price]: 0, [nameOf(line).vat]: line.vat ?? '' })),
      ),
    )
    done(t.offered)
  })
  const canOffer = lines.every(({ vat }) => vat !== null) && lines.some(line => costs(line) !== 0)
  return (
    <FormDialog
      {...{ form, onClose, refusals }}
      title={t.title(one.code)}
      description={one.summary}
      submitLabel={t.submit}
      failed={actFailed}
    >
      {lines.map(line => {
        const { price, vat } = nameOf(line)
        const cents = costs(line)
        const isFree = cents === 0 && (line.unitPriceCents ?? 0) > 0
        return (
          <Fieldset key={line.caseSequence} legend={t.line(line.label, line.quantity)}>
            <TextInput
              {...form.text(price)}
              label={t.unit}
              hint={cents !== null && t.until(format.money(cents), isFree && format.money(line.unitPriceCents ?? 0))}
              inputMode="decimal"
              autoComplete="off"
              required
            />
            <Select
              name={vat}
              label={t.vat}
              error={form.errorOf(vat)}
              value={form.values[vat]}
              onChange={({ currentTarget }) => form.set({ [vat]: currentTarget.value })}
              {...(line.vat ? {} : { placeholder: t.choose })}
              options={vatCategories.map(value => ({ value, label: t.vats[value] }))}
            />
          </Fieldset>
        )
      })}
      {canOffer && (
        <div className="stack">
          <p className="muted">{one.credit ? t.offerCredited : t.offerHint}</p>
          <span>
            <Button pending={offer.isPending} onClick={() => void offer.run()}>
              {t.offer}
            </Button>
          </span>
        </div>
      )}
      {offer.error !== undefined && (
        <Notice tone="late" live title={actFailed}>
          {sentence(offer.error, refusals)}
        </Notice>
      )}
    </FormDialog>
  )
}

const pricesOf = (lines: readonly CaseLine[], body: Body): Prices['prices'] =>
  lines.map(line => ({
    caseSequence: line.caseSequence,
    unitPriceCents: Number(body[nameOf(line).price]),
    vat: body[nameOf(line).vat] === 'standard' ? 'standard' : 'exempt',
  }))
