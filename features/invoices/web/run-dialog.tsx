import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
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
  const sum = (of: 'cases' | 'unpriced' | 'contested' | 'netCents' | 'totalCents') =>
    chosen.reduce((all, one) => all + one[of], 0)
  const lacking = chosen.filter(({ gaps }) => gaps.length > 0)
  async function begin() {
    const practiceIds = isEveryone ? [] : chosen.map(({ id }) => id)
    await call(staffInvoiceCalls.run, { body: { until, practiceIds }, key })
    void changed('invoices')
  }
  return (
    <ActDialog
      title={t.runTitle(chosen.length)}
      description={settings.data && (settings.data.asksApproval ? t.runAsProForma : t.runAsInvoice)}
      confirmLabel={t.begin(chosen.length)}
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
      {sum('contested') > 0 && (
        <Notice tone="warn" title={t.contestedToo(sum('contested'))}>
          {t.contestedHint}
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
          { term: t.practices, detail: chosen.length },
          { term: t.cases, detail: sum('cases') - sum('unpriced') },
          { term: t.net, detail: format.money(sum('netCents')) },
          { term: t.total, detail: format.money(sum('totalCents')) },
        ]}
      />
    </ActDialog>
  )
}
