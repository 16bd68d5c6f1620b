import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { matchesWords } from '#kit/web/search-words.ts'
import { useText } from '#kit/web/text.tsx'
import { sentDay, writtenDay } from '#kit/web/typed-day.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { SearchInput } from '#kit/web/ui/search-input.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type OnePriceList, type PracticePrices, priceCalls } from '../contract.ts'
import { PracticesOnList } from '../input.ts'
import { practicePrices } from './staff-queries.ts'
import { pricesText } from './staff-text.ts'

/** Puts practices on a list from a day on, showing each one's present and coming list. */
export function PlacingDialog({ list, onClose }: { list: OnePriceList; onClose: () => void }) {
  const { placing: t, practices: words } = useText(pricesText)
  const changed = useChanged()
  const format = useFormat()
  const today = format.today()
  const query = useQuery(practicePrices)
  const [search, setSearch] = useState('')
  const form = useForm({
    initial: { practiceIds: [] as readonly string[], from: writtenDay(today) },
    shape: PracticesOnList,
    body: ({ practiceIds, from }) => ({ practiceIds: [...practiceIds], listId: list.id, from: sentDay(from, today) }),
    gaps: ({ from }) => (from < today ? [{ path: 'from', code: 'day_over' }] : []),
    sentences: {
      practiceIds: { required: t.nobody, not_listed: t.unknown, too_many: t.tooMany },
      from: { required: t.noDay, not_a_day: t.notADay, day_over: words.refusals.day_over },
    },
    send: body => call(priceCalls.place, { body }).finally(() => void changed('catalogue', 'signups')),
    done: () => {
      toast({ title: t.done(form.values.practiceIds.length, list.name) })
      onClose()
    },
  })
  const { practiceIds } = form.values
  const choose = (ids: readonly string[]) => form.set({ practiceIds: ids })
  const all = query.data ?? []
  const shown = all.filter(({ name, place }) => matchesWords(`${name} ${place}`, search))
  return (
    <FormDialog
      {...{ form, onClose }}
      size="lg"
      title={t.title(list.name)}
      description={t.description}
      submitLabel={t.submit(practiceIds.length)}
      failed={t.failed}
      refusals={words.refusals}
    >
      <DateField
        {...form.field('from')}
        label={t.from}
        hint={t.fromHint}
        min={today}
        {...{ today }}
        pickLabel={t.pick}
        required
      />
      {query.data ? (
        <Fieldset legend={t.practices}>
          {all.length > 8 && (
            <SearchInput
              label={t.search}
              placeholder={t.search}
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          )}
          {all.length > 1 && (
            <div className="row">
              <Button size="sm" onClick={() => choose([...new Set([...practiceIds, ...shown.map(({ id }) => id)])])}>
                {search ? t.allShown(shown.length) : t.all(all.length)}
              </Button>
              {practiceIds.length > 0 && (
                <Button size="sm" onClick={() => choose([])}>
                  {t.none}
                </Button>
              )}
            </div>
          )}
          {shown.map(practice => (
            <Checkbox
              key={practice.id}
              name="practiceIds"
              label={[practice.name, practice.place].filter(Boolean).join(', ')}
              hint={<Holding practice={practice} />}
              checked={practiceIds.includes(practice.id)}
              onChange={({ currentTarget }) =>
                choose(
                  currentTarget.checked ? [...practiceIds, practice.id] : practiceIds.filter(id => id !== practice.id),
                )
              }
            />
          ))}
          {shown.length === 0 && <p className="muted">{all.length === 0 ? t.noPractices : t.notFound}</p>}
          {form.errorOf('practiceIds') && <p className="field__error">{form.errorOf('practiceIds')}</p>}
        </Fieldset>
      ) : query.error ? (
        <QueryFailure title={words.failed} query={query} />
      ) : (
        <BlockSkeleton />
      )}
    </FormDialog>
  )
}

function Holding({ practice: { now, coming } }: { practice: PracticePrices }) {
  const { placing: t } = useText(pricesText)
  const format = useFormat()
  const next = coming[0]
  return [
    now?.list ?? t.catalogue,
    ...(next ? [t.next(format.day(next.from, 'year'), next.list ?? t.catalogue)] : []),
  ].join(' · ')
}
