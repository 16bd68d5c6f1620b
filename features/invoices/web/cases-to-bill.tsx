import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { CaseToBill } from '../billing-contract.ts'
import { isPriced, sumsOf } from '../billing-rules.ts'
import { CasePrice } from './case-price.tsx'
import { ChoiceSum } from './choice-sum.tsx'
import type { IssueDialogProps } from './issue-dialog.tsx'
import type { PriceDialogProps } from './price-dialog.tsx'
import { billingText } from './staff-text.ts'
import { withActs } from './with-acts.ts'
import './staff-billing.css'

const loadIssue = () => withActs(import('./issue-dialog.tsx')).then(module => module.IssueDialog)
const loadPrice = () => withActs(import('./price-dialog.tsx')).then(module => module.PriceDialog)

type CasesToBillProps = {
  practiceId: string
  cases: readonly CaseToBill[]
  /** Cases taken back by a credit note: none is preselected, since it may have been a gift. */
  areCredited?: boolean
}

/** Chooses the cases of the next piece and their prices. */
export function CasesToBill({ practiceId, cases, areCredited = false }: CasesToBillProps) {
  const t = useText(billingText).practice
  const format = useFormat()
  const [decided, setDecided] = useState<readonly string[]>()
  const issue = useLateDialog<IssueDialogProps>(loadIssue)
  const price = useLateDialog<PriceDialogProps>(loadPrice)
  const billable = cases.filter(isPriced)
  // A zero invoice is issued on request but never proposed.
  const isWorthless = billable.length > 0 && sumsOf(billable).totalCents === 0
  const hasNothingToBill = !areCredited && isWorthless && billable.length === cases.length
  // Contested cases are billed only when somebody selects them.
  const proposed = isWorthless || areCredited ? [] : billable.filter(({ isContested }) => !isContested)
  const leftOut = decided ?? billable.flatMap(one => (proposed.includes(one) ? [] : [one.id]))
  const title = areCredited ? t.credited.title : hasNothingToBill ? t.free.title : t.waiting
  const chosen = billable.filter(({ id }) => !leftOut.includes(id))
  if (areCredited && cases.length === 0) return null
  if (cases.length === 0)
    return (
      <Card flush title={t.waiting}>
        <EmptyState icon="check" {...t.empty} />
      </Card>
    )
  return (
    <Card
      flush
      title={title}
      actions={
        <ChoiceSum
          chosen={chosen.length}
          of={billable.length}
          {...sumsOf(chosen)}
          onAll={() => setDecided([])}
          onNone={() => setDecided(billable.map(({ id }) => id))}
        />
      }
      footer={
        chosen.length > 0 && (
          <Button
            variant="primary"
            onPointerEnter={issue.prepare}
            onFocus={issue.prepare}
            onClick={() => issue.open({ practiceId, cases: chosen })}
          >
            {t.issue(chosen.length, format.money(sumsOf(chosen).totalCents))}
          </Button>
        )
      }
    >
      {areCredited && <p className="billing-free muted">{t.credited.description}</p>}
      {hasNothingToBill && <p className="billing-free muted">{t.free.description}</p>}
      <Table
        caption={title}
        rows={cases}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'case',
            label: t.columns.case,
            phone: 'title',
            cell: one => (
              <span className="billing-choice">
                {isPriced(one) && (
                  <Checkbox
                    label={<span className="visually-hidden">{t.chooseCase(one.code)}</span>}
                    checked={!leftOut.includes(one.id)}
                    onChange={({ currentTarget }) =>
                      setDecided([...leftOut.filter(id => id !== one.id), ...(currentTarget.checked ? [] : [one.id])])
                    }
                  />
                )}
                <TwoLines sub={`${one.patientCode} · ${one.summary}`}>
                  {one.code}{' '}
                  {one.isRemake && (
                    <Pill tone="info" icon="refresh">
                      {t.remake}
                    </Pill>
                  )}{' '}
                  {one.isContested && (
                    <Pill tone="warn" icon="warning">
                      {t.contested}
                    </Pill>
                  )}{' '}
                  {one.credit && (
                    <Link to="/staff/invoices/$id" params={{ id: one.credit.id }} className="link--alone">
                      {t.credited.by(one.credit.pieceCode)}
                    </Link>
                  )}
                </TwoLines>
              </span>
            ),
          },
          {
            key: 'delivered',
            label: t.columns.delivered,
            size: 'md',
            cell: ({ deliveredOn }) => deliveredOn && format.day(deliveredOn, 'date'),
          },
          {
            key: 'price',
            label: t.columns.price,
            align: 'end',
            cell: one => <CasePrice one={one} onPrice={() => price.open({ one })} prepare={price.prepare} />,
          },
        ]}
      />
      {issue.dialog}
      {price.dialog}
    </Card>
  )
}
