import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { PeriodFields, usePeriodFields } from '#kit/web/ui/period-fields.tsx'
import { closePopover } from '#kit/web/ui/popover.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { staffCaseFilters } from './staff-queries.ts'
import { type StaffListSearch, staffListSearch } from './staff-search.ts'
import { staffCasesText } from './staff-text.ts'

type Props = { search: StaffListSearch; onChange: (changes: StaffListSearch) => void }
type Named = { id: string; name: string }

const options = (all: readonly Named[]) => all.map(({ id, name }) => ({ value: id, label: name }))

/** Filters by practice, product, technician and day. */
export function StaffFilterForm({ search, onChange }: Props) {
  const { filters: words } = useText(staffCasesText).list
  const { data: known, error } = useQuery(staffCaseFilters)
  const { read, fields } = usePeriodFields({ from: search.deliveryDateFrom, to: search.deliveryDateTo }, words)
  if (error && !known) return <p role="alert">{words.failed}</p>
  if (!known) return <Skeleton shape="block" />

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { practiceId, family, technician } = staffListSearch(Object.fromEntries(new FormData(form)))
    const period = read(form)
    if (!period) return
    closePopover(form)
    onChange({ practiceId, family, technician, deliveryDateFrom: period.from, deliveryDateTo: period.to })
  }
  return (
    <form className="stack stack--sm" onSubmit={apply}>
      <Select
        label={words.practice}
        name="practiceId"
        defaultValue={search.practiceId ?? ''}
        placeholder={words.any}
        options={options(known.practices)}
      />
      <Select
        label={words.family}
        name="family"
        defaultValue={search.family ?? ''}
        placeholder={words.any}
        options={options(known.families)}
      />
      <Select
        label={words.technician}
        name="technician"
        defaultValue={search.technician ?? ''}
        placeholder={words.any}
        options={[
          { value: 'me', label: words.mine },
          { value: 'nobody', label: words.nobody },
          ...options(known.technicians),
        ]}
      />
      <PeriodFields fields={fields} />
      <div className="row">
        <Button type="submit" variant="primary">
          {words.apply}
        </Button>
      </div>
    </form>
  )
}
