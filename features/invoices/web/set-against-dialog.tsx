import { useQuery } from '@tanstack/react-query'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { SetAgainst } from '../billing-input.ts'
import { type StaffInvoice, staffInvoiceCalls } from '../staff-contract.ts'
import { invoiceQueryOf } from './list-changes.ts'
import { pieceList } from './staff-queries.ts'
import { actsText, booksText } from './staff-text.ts'

/** Sets the open amount of a credit note or payment against due invoices. */
export function SetAgainstDialog({ piece, onClose }: { piece: StaffInvoice; onClose: () => void }) {
  const words = useText(booksText)
  const t = useText(actsText).setAgainst
  const format = useFormat()
  const changed = useChanged()
  const due = useQuery(
    pieceList({
      ...invoiceQueryOf({ sort_by: 'dueDate', sort_order: 'ASC', due: 'outstanding' }),
      practiceId: piece.practice.id,
      types: ['invoice', 'initialBalance'],
    }),
  )
  const payable = due.data?.data.filter(({ dueCents, pendingCents }) => dueCents > pendingCents)
  const form = useForm({
    initial: { invoiceIds: [] as string[] },
    shape: SetAgainst,
    sentences: { invoiceIds: { required: t.missing } },
    send: body =>
      call(staffInvoiceCalls.setAgainst, { params: { id: piece.id }, body }).finally(() => void changed('invoices')),
    done: () => {
      toast({ title: t.done })
      onClose()
    },
  })
  const { invoiceIds } = form.values
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title(piece.pieceCode)}
      description={t.open(format.money(piece.dueCents))}
      submitLabel={t.submit}
      failed={words.actFailed}
      refusals={words.refusals}
    >
      {due.error && !payable ? (
        <QueryFailure title={words.failed} query={due} />
      ) : !payable ? (
        <BlockSkeleton />
      ) : payable.length === 0 ? (
        <Notice title={t.none} />
      ) : (
        <Fieldset legend={t.invoices}>
          {payable.map(({ id, pieceCode, dueCents, pendingCents }, place) => (
            <Checkbox
              key={id}
              name="invoiceIds"
              label={t.invoice(pieceCode, format.money(dueCents - pendingCents))}
              error={place === 0 && form.errorOf('invoiceIds')}
              checked={invoiceIds.includes(id)}
              onChange={({ currentTarget }) =>
                form.set({
                  invoiceIds: [...invoiceIds.filter(one => one !== id), ...(currentTarget.checked ? [id] : [])],
                })
              }
            />
          ))}
        </Fieldset>
      )}
    </FormDialog>
  )
}
