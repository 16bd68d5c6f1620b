import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { practicesToBill } from '#features/invoices/web/staff-queries.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { type EnteredTransfer, type ReadEntry, type ReceivedOutcome, staffPaymentCalls } from '../contract.ts'
import { longestWords, Unexpected } from '../entry-input.ts'
import { otherThan } from './other-than.ts'
import { staffPaymentsText } from './staff-text.ts'

const longestSearch = 100
/** With more hits, one more word narrows the search. */
const mostShown = 8

export type UnexpectedDialogProps = {
  entry: ReadEntry
  onRecorded: (outcome: ReceivedOutcome) => void
  /** What the entry may be, entered before by somebody else: to be chosen instead. */
  onAlike: (alike: readonly EnteredTransfer[]) => void
}

/** Assigns money nobody expected to a practice: the bookkeeper knows which doctor's company the payer is. */
export function UnexpectedDialog(props: UnexpectedDialogProps & { onClose: () => void }) {
  const { entry, onRecorded, onAlike, onClose } = props
  const { unexpected: t, entries } = useText(staffPaymentsText)
  const format = useFormat()
  const changed = useChanged()
  const [search, setSearch] = useState('')
  const asked = useDeferredValue(search.trim().slice(0, longestSearch))
  const found = useQuery({ ...practicesToBill({ search: asked }), enabled: asked !== '' })
  // Never shows hits of the previous search: a quick user would choose from them.
  const isAnswered = asked !== '' && asked === search.trim().slice(0, longestSearch) && found.data !== undefined
  const all = found.data?.length ?? 0
  const practices = isAnswered ? found.data.slice(0, mostShown) : []
  const only = practices.length === 1 ? practices[0]?.id : undefined
  const [alike, setAlike] = useState<{ practiceId: string; ids: string[] }>()
  const { key, amountCents, bookedOn, payer, text } = entry
  const form = useForm({
    initial: { practiceId: '' },
    shape: Unexpected,
    // A single choice, quickly found again.
    asksBeforeLeaving: false,
    body: ({ practiceId }) => {
      const chosen = practiceId || only
      const words = [payer, text].filter(Boolean).join(' · ').slice(0, longestWords)
      return {
        practiceId: chosen,
        key,
        amountCents,
        bookedOn,
        words,
        // The person has read of these; of what comes meanwhile the server asks again.
        ...(alike && alike.practiceId === chosen && otherThan(alike.ids)),
      }
    },
    sentences: { practiceId: { required: t.required, invalid: t.required } },
    send: body =>
      call(staffPaymentCalls.receiveUnexpected, { body })
        .catch(error => {
          if (error instanceof Problem && error.code === 'entered_alike') {
            const there = (error.details.present ?? []) as EnteredTransfer[]
            setAlike(before => ({
              practiceId: body.practiceId,
              ids: [...(before?.practiceId === body.practiceId ? before.ids : []), ...there.map(({ id }) => id)],
            }))
            onAlike(there)
          }
          throw error
        })
        .finally(() => void changed('invoices')),
    done: ({ data }) => {
      onRecorded(data.outcome)
      onClose()
    },
  })
  const chosen = form.values.practiceId || only
  return (
    <FormDialog
      {...{ form, onClose }}
      title={entries.assignOne(payer || text || entries.unnamed)}
      description={t.description(format.money(amountCents), format.day(bookedOn, 'year'))}
      submitLabel={alike && alike.practiceId === chosen ? t.anyway : t.submit}
      failed={t.failed}
      refusals={t.refusals}
    >
      <div data-field="practiceId">
        <TextInput
          label={t.search}
          name="search"
          autoComplete="off"
          required
          value={search}
          error={form.field('practiceId').error}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value)
            form.set({ practiceId: '' })
          }}
        />
      </div>
      <p role="status" className={isAnswered && (all === 0 || all > mostShown) ? undefined : 'visually-hidden'}>
        {isAnswered && (all > mostShown ? t.shown(mostShown, all) : t.found(all))}
      </p>
      {practices.length > 0 && (
        <Choices
          name="practice"
          label={t.whose}
          value={chosen}
          onChange={practiceId => form.set({ practiceId })}
          options={practices.map(({ id, name, place, balanceCents }) => ({
            value: id,
            label: name,
            detail: t.owes(place, format.money(balanceCents)),
          }))}
        />
      )}
    </FormDialog>
  )
}
