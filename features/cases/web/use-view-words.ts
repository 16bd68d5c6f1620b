import { useQuery } from '@tanstack/react-query'
import { catalogue } from '#features/catalogue/web/queries.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import type { ViewContent, ViewPeriod } from '../views-contract.ts'
import { caseText } from './case-text.ts'
import { casesText } from './text.ts'

/** What a view keeps, in one line. */
export function useViewWords() {
  const t = useText(caseText).views
  const { list, status } = useText(casesText)
  const format = useFormat()
  const { data } = useQuery({ ...catalogue(), throwOnError: false })

  function days(period: ViewPeriod | undefined) {
    if (!period) return undefined
    const { moving, from, to } = period
    if (moving) return t.period[moving]
    if (from && to) return format.days(from, to)
    return from ? list.since(format.day(from, 'date')) : to && list.until(format.day(to, 'date'))
  }
  return (content: ViewContent): string => {
    const [appointment, delivery] = [days(content.appointmentOn), days(content.deliveryOn)]
    const { waiting, sort_by, sort_order, tab, statuses = [] } = content
    const family = data?.families.find(({ id }) => id === content.family)
    const words = [
      tab && list.tabs[tab],
      waiting && (waiting === 'any' ? list.toAnswer : list.waitingOnly[waiting]),
      content.hold && list.unansweredOnly,
      content.delivery && list.delayedOnly,
      appointment && t.on(list.appointment, appointment),
      delivery && t.on(list.delivery, delivery),
      ...statuses.map(one => status[one]),
      content.prescriber,
      content.family && (family?.name ?? t.family),
      sort_by && t.sortedBy(list.sorts[sort_by].toLowerCase(), sort_order !== 'DESC'),
    ].filter(said => said !== undefined)
    return words.length > 0 ? words.join(' · ') : t.all
  }
}
