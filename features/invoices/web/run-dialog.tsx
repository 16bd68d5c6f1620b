import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { DescriptionList } from '#kit/web/ui/description-list.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import type { PracticeToBill } from '../billing-contract.ts'
import { staffInvoiceCalls } from '../staff-contract.ts'
import { GapsLink } from './gaps-link.tsx'
import { billingSettings } from './staff-queries.ts'
import { billingText, booksText } from './staff-text.ts'

/** The rest are counted: the list behind the dialog names each. */
const mostNamed = 5

export type RunDialogProps = { chosen: readonly PracticeToBill[]; isEveryone: boolean; until: string }

const monthOf = (day: string) => day.slice(0, 7)

/** What a run will bill and leave out, before it begins. */
export function RunDialog({ chosen, isEveryone, until, onClose }: RunDialogProps & { onClose: () => void }) {
  const t = useText(billingText).billing
  const { actFailed, refusals } = useText(booksText)
  const { common } = useText(kitText)
  const format = useFormat()
  const changed = useChanged()
  const settings = useQuery(billingSettings)
  const [key] = useState(() => crypto.randomUUID())
  const [isAskedFor, setAskedFor] = useState(false)
  const hasMore = ({ cases, unpriced, contested }: PracticeToBill) => cases > unpriced + contested
  // Practices with nothing but contested work are chosen by hand, for that.
  const areAllContested = !chosen.some(hasMore)
  const takesContested = areAllContested || isAskedFor
  const billed = takesContested ? chosen : chosen.filter(hasMore)
  const sum = (of: 'cases' | 'unpriced' | 'contested') => chosen.reduce((all, one) => all + one[of], 0)
  const money = (of: 'netCents' | 'totalCents') =>
    format.money(chosen.reduce((all, one) => all + (takesContested ? one : one.uncontested)[of], 0))
  const contested = sum('contested')
  const disputed = chosen.filter(one => one.contested > 0)
  const lacking = billed.filter(({ gaps }) => gaps.length > 0)
  async function begin() {
    const practiceIds = isEveryone ? [] : billed.map(({ id }) => id)
    await call(staffInvoiceCalls.run, { body: { until, practiceIds, takesContested }, key })
    void changed('invoices')
  }
  return (
    <ActDialog
      title={t.runTitle(billed.length)}
      description={settings.data && (settings.data.asksApproval ? t.runAsProForma : t.runAsInvoice)}
      confirmLabel={t.begin(billed.length)}
      cancelLabel={common.cancel}
      tone="primary"
      act={begin}
      done={t.began}
      failed={actFailed}
      refusals={refusals}
      onClose={onClose}
    >
      {monthOf(until) < monthOf(format.today()) && (
        <Notice tone="info" title={t.runIsLate.title}>
          {t.runIsLate.hint}
        </Notice>
      )}
      {sum('unpriced') > 0 && <Notice tone="warn" title={t.leftOut(sum('unpriced'))} />}
      {contested > 0 && (
        <Notice tone="warn" title={(takesContested ? t.contestedToo : t.contestedOut)(contested)}>
          <ul>
            {disputed.slice(0, mostNamed).map(one => (
              <li key={one.id}>
                <Link to="/staff/billing/practices/$id" params={{ id: one.id }} className="link">
                  {one.name}
                </Link>{' '}
                {one.contestedCodes.flatMap((code, place) => [
                  place > 0 && ', ',
                  <span key={code} className="num">
                    {code}
                  </span>,
                ])}
                {one.contested > one.contestedCodes.length &&
                  ` ${t.contestedMore(one.contested - one.contestedCodes.length)}`}
              </li>
            ))}
            {disputed.length > mostNamed && <li>{t.gapsMore(disputed.length - mostNamed)}</li>}
          </ul>
          {!areAllContested && (
            <Checkbox
              label={t.takeContested}
              checked={isAskedFor}
              onChange={({ currentTarget }) => setAskedFor(currentTarget.checked)}
            />
          )}
        </Notice>
      )}
      {lacking.length > 0 && (
        <Notice tone="warn" title={t.gapsTitle(lacking.length)}>
          <ul>
            {lacking.slice(0, mostNamed).map(({ id, name, gaps }) => (
              <li key={id}>
                {name} (<GapsLink {...{ id, gaps }} />)
              </li>
            ))}
            {lacking.length > mostNamed && <li>{t.gapsMore(lacking.length - mostNamed)}</li>}
          </ul>
          <p>{t.gapsAfter}</p>
        </Notice>
      )}
      <DescriptionList
        items={[
          { term: t.until_, detail: format.day(until, 'date') },
          { term: t.practices, detail: billed.length },
          { term: t.cases, detail: sum('cases') - sum('unpriced') - (takesContested ? 0 : contested) },
          { term: t.net, detail: money('netCents') },
          { term: t.total, detail: money('totalCents') },
        ]}
      />
    </ActDialog>
  )
}
