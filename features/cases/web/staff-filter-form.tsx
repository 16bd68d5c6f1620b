import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { closePopover } from '#kit/web/ui/popover.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { staffCaseFilters } from './staff-queries.ts'
import { type StaffListSearch, staffListSearch } from './staff-search.ts'
import { staffCasesText } from './staff-text.ts'

type Props = { search: StaffListSearch; onChange: (changes: StaffListSearch) => void }
type Named = { id: string; name: string }

const options = (all: readonly Named[]) => all.map(({ id, name }) => ({ value: id, label: name }))

/** By practice, product, technician and day. */
export function StaffFilterForm({ search, onChange }: Props) {
  const { filters: words } = useText(staffCasesText).list
  const { data: known, error } = useQuery(staffCaseFilters)
  const [isWrong, setWrong] = useState(false)
  if (error && !known) return <p role="alert">{words.failed}</p>
  if (!known) return <Skeleton shape="block" />

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { practiceId, family, technician, deliveryDateFrom, deliveryDateTo } = staffListSearch(
      Object.fromEntries(new FormData(form)),
    )
    const isTurned = deliveryDateFrom !== undefined && deliveryDateTo !== undefined && deliveryDateFrom > deliveryDateTo
    setWrong(isTurned)
    if (isTurned) {
      form.querySelector<HTMLElement>('[name="deliveryDateTo"]')?.focus()
      return
    }
    closePopover(form)
    onChange({ practiceId, family, technician, deliveryDateFrom, deliveryDateTo })
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
      <DateInput label={words.from} name="deliveryDateFrom" defaultValue={search.deliveryDateFrom} />
      <DateInput
        label={words.to}
        name="deliveryDateTo"
        defaultValue={search.deliveryDateTo}
        error={isWrong && words.orderWrong}
      />
      <div className="row">
        <Button type="submit" variant="primary">
          {words.apply}
        </Button>
      </div>
    </form>
  )
}
