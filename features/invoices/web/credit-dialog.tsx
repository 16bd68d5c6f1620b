import { useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { CreditNote } from '../billing-input.ts'
import { casesInPart, sumsOf } from '../billing-rules.ts'
import { type StaffInvoice, staffInvoiceCalls } from '../staff-contract.ts'
import { actsText, booksText } from './staff-text.ts'

const whats = ['all', 'lines'] as const

/** Credits lines that are not owed after all: all remaining ones, or some. */
export function CreditDialog({ piece, onClose }: { piece: StaffInvoice; onClose: () => void }) {
  const words = useText(booksText)
  const t = useText(actsText).credit
  const format = useFormat()
  const navigate = useNavigate()
  const changed = useChanged()
  const left = piece.lines.filter(({ isCredited }) => !isCredited)
  const form = useForm({
    initial: { what: 'all' as (typeof whats)[number], positions: [] as number[], reason: '' },
    // Checked together with the reason, since both may be missing.
    shape: v.strictObject({
      ...CreditNote.entries,
      positions: v.pipe(v.array(v.number()), v.minLength(1, 'required')),
    }),
    // Lists the positions: if a colleague takes one back meanwhile, it is refused, not skipped.
    body: ({ what, positions, reason }) => ({
      positions: what === 'all' ? left.map(({ position }) => position) : positions,
      reason,
    }),
    sentences: {
      positions: { required: t.none },
      reason: { required: words.required, too_long: words.tooLong },
    },
    send: (body, key) =>
      call(staffInvoiceCalls.credit, { params: { id: piece.id }, body, key }).finally(
        () => void changed('invoices', 'orders'),
      ),
    done: ({ data: { ids } }) => {
      toast({ title: t.done })
      onClose()
      const [id] = ids
      if (id) void navigate({ to: '/staff/invoices/$id', params: { id } })
    },
  })
  const { what, positions } = form.values
  const taken = left.filter(({ position }) => what === 'all' || positions.includes(position))
  const inPart = casesInPart(left, taken)
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title(piece.pieceCode)}
      description={taken.length > 0 && t.sum(format.money(-sumsOf([{ lines: taken }]).totalCents))}
      submitLabel={t.submit}
      failed={words.actFailed}
      refusals={words.refusals}
    >
      <Choices
        {...form.field('what')}
        label={t.what}
        options={whats.map(value => ({ value, label: t.whats[value] }))}
      />
      {what === 'lines' && (
        <Fieldset legend={t.lines}>
          {left.map(({ position, label, order, netCents }, place) => (
            <Checkbox
              key={position}
              name="positions"
              error={place === 0 && form.errorOf('positions')}
              label={[label, order?.code, format.money(netCents)].filter(Boolean).join(' · ')}
              checked={positions.includes(position)}
              onChange={({ currentTarget }) =>
                form.set({
                  positions: [
                    ...positions.filter(one => one !== position),
                    ...(currentTarget.checked ? [position] : []),
                  ],
                })
              }
            />
          ))}
        </Fieldset>
      )}
      {inPart.length > 0 && (
        <p className="tone--warn small" role="status">
          {t.inPart(inPart.join(', '))}
        </p>
      )}
      <TextArea {...form.text('reason')} label={t.reason} rows={2} required />
    </FormDialog>
  )
}
