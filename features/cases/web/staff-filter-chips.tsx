import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Chips } from '#kit/web/ui/filters.tsx'
import { staffCaseFilters } from './staff-queries.ts'
import { changed, type StaffListSearch } from './staff-search.ts'
import { staffCasesText } from './staff-text.ts'
import { casesText } from './text.ts'

type Chip = { name: string; off: StaffListSearch }
type Named = { id: string; name: string }

/** Each active filter, with a button that removes it. */
export function StaffFilterChips({ search }: { search: StaffListSearch }) {
  const t = useText(casesText)
  const { filters: words } = useText(staffCasesText).list
  const format = useFormat()
  const { data: known } = useQuery(staffCaseFilters)
  const { statuses = [], practiceId, family, technician, deliveryDateFrom: from, deliveryDateTo: to } = search
  const named = (all: readonly Named[] | undefined, id: string, other: string) =>
    all?.find(one => one.id === id)?.name ?? other
  const day = from ?? to
  const days = from && to ? format.days(from, to) : day && `${from ? words.from : words.to} ${format.day(day, 'date')}`
  const chips = [
    ...statuses.map(status => {
      const left = statuses.filter(one => one !== status)
      return { name: t.status[status], off: { statuses: left.length > 0 ? left : undefined } }
    }),
    practiceId !== undefined && {
      name: named(known?.practices, practiceId, words.practice),
      off: { practiceId: undefined },
    },
    family !== undefined && { name: named(known?.families, family, words.family), off: { family: undefined } },
    technician !== undefined &&
      // These have their own button on every screen.
      technician !== 'me' &&
      technician !== 'nobody' && {
        name: named(known?.technicians, technician, words.technician),
        off: { technician: undefined },
      },
    days !== undefined && { name: days, off: { deliveryDateFrom: undefined, deliveryDateTo: undefined } },
  ].filter(chip => chip !== false)
  return (
    <Chips>
      {chips.map(({ name, off }: Chip) => (
        <ButtonLink key={name} to="/staff/cases" search={changed(search, off)} resetScroll={false} icon="close">
          {name}
        </ButtonLink>
      ))}
    </Chips>
  )
}
