import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '#features/auth/web/use-user.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { closePopover } from '#kit/web/ui/popover.tsx'
import { CaseStatus } from '../contract.ts'
import { statusesOfTab, statusFor } from '../rules.ts'
import { statusCounts } from './status-counts.ts'
import { casesText } from './text.ts'
import { useFilter } from './use-filter.ts'

const route = getRouteApi('/portal/cases')

/** Each press filters the list at once, behind the open menu. */
export function StatusChoice({ statuses }: { statuses: CaseStatus[] }) {
  const t = useText(casesText)
  const search = route.useSearch()
  const tab = search.tab ?? 'in_progress'
  const { data: counted } = useQuery(statusCounts(search))
  const filter = useFilter()
  const maySeeInvoices = useMay('invoices')
  const [chosen, setChosen] = useDraft(statuses)

  function choose(next: CaseStatus[]) {
    setChosen(next)
    filter({ statuses: next.length > 0 ? next : undefined })
  }

  // A link may name a status that this tab lacks: shown, so that it can be removed.
  const countOf = (status: CaseStatus) => counted?.find(one => one.status === status)?.count ?? 0
  const offered = CaseStatus.options.filter(
    one => (statusesOfTab[tab].includes(one) || statuses.includes(one)) && statusFor(one, { maySeeInvoices }) === one,
  )
  return (
    <div className="stack stack--sm">
      <Fieldset legend={t.list.status} legendHidden>
        {offered.map(status => (
          <Checkbox
            key={status}
            label={
              <>
                {t.status[status]}
                {counted && <span className="muted num"> {t.number(countOf(status))}</span>}
              </>
            }
            checked={chosen.includes(status)}
            onChange={event =>
              choose(offered.filter(one => (one === status ? event.currentTarget.checked : chosen.includes(one))))
            }
          />
        ))}
      </Fieldset>
      {chosen.length > 0 && (
        <div className="row">
          <Button
            variant="bare"
            onClick={event => {
              closePopover(event.currentTarget)
              choose([])
            }}
          >
            {t.list.anyStatus}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The choice as pressed, ahead of the address; a changed address replaces it. */
function useDraft(statuses: CaseStatus[]) {
  const [draft, setDraft] = useState(statuses)
  const [seen, setSeen] = useState(statuses)
  if (seen.join() !== statuses.join()) {
    setSeen(statuses)
    setDraft(statuses)
  }
  return [draft, setDraft] as const
}
