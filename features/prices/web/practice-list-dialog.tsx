import { useQuery } from '@tanstack/react-query'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { sentDay, writtenDay } from '#kit/web/typed-day.ts'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type Placing, priceCalls } from '../contract.ts'
import { PracticesOnList } from '../input.ts'
import { priceLists } from './staff-queries.ts'
import { pricesText } from './staff-text.ts'

export type PracticeListDialogProps = { practice: { id: string; name: string; priceLists: readonly Placing[] } }

export const loadPriceWords = () => loadText(pricesText)

/** Puts one practice on a list, or back on the catalogue, from a day on. */
export function PracticeListDialog({ practice, onClose }: PracticeListDialogProps & { onClose: () => void }) {
  const { placing: t, practices: words, own } = useText(pricesText)
  const changed = useChanged()
  const format = useFormat()
  const today = format.today()
  const query = useQuery(priceLists)
  const now = practice.priceLists.find(({ from }) => from <= today)
  const form = useForm({
    initial: { listId: now?.listId ?? '', from: writtenDay(today) },
    shape: PracticesOnList,
    body: ({ listId, from }) => ({ practiceIds: [practice.id], listId: listId || null, from: sentDay(from, today) }),
    gaps: ({ from }) => (from < today ? [{ path: 'from', code: 'day_over' }] : []),
    sentences: { from: { required: t.noDay, not_a_day: t.notADay, day_over: words.refusals.day_over } },
    send: body => call(priceCalls.place, { body }).finally(() => void changed('catalogue', 'signups')),
    done: () => {
      const name = query.data?.find(({ id }) => id === form.values.listId)?.name
      toast({ title: own.done(practice.name, name ?? t.catalogue) })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={own.title(practice.name)}
      description={own.description}
      submitLabel={own.submit}
      failed={own.failed}
      refusals={words.refusals}
    >
      {query.error && !query.data && <QueryFailure title={own.listsFailed} query={query} />}
      <Select
        name="listId"
        label={own.list}
        value={form.values.listId}
        onChange={({ currentTarget }) => form.set({ listId: currentTarget.value })}
        options={[
          { value: '', label: t.catalogue },
          ...(query.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <DateField
        {...form.field('from')}
        label={t.from}
        hint={t.fromHint}
        min={today}
        {...{ today }}
        pickLabel={t.pick}
        required
      />
    </FormDialog>
  )
}
