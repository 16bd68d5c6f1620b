import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readStored, store } from '#kit/web/device-store.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { type FirstSteps as Facts, type FirstStep, firstSteps } from '../first-steps-contract.ts'
import { firstStepsQuery } from './first-steps-query.ts'
import { staffDashboardText } from './staff-text.ts'

const places = {
  brand: '/staff/settings/brand',
  catalogue: '/staff/settings/import',
  prices: '/staff/settings/catalogue',
  invoicing: '/staff/billing/settings',
  rounds: '/staff/settings/calendar',
  materials: '/staff/materials',
  mails: '/staff/settings/mails',
  staff: '/staff/team',
  practices: '/staff/practices',
} as const satisfies Record<FirstStep, string>

const key = 'first-steps/hidden'

/** The steps of a laboratory before its first case, until all are done or the list is hidden on this device. */
export function FirstSteps() {
  const t = useText(staffDashboardText).steps
  const { data } = useQuery(firstStepsQuery)
  const [isHidden, setHidden] = useState(() => readStored(key) !== null)
  if (!data || isHidden) return null
  // If no mail is sent, that is up to the operator of the portal: it is mentioned below, but not counted as a step.
  const counted = firstSteps.filter(step => step !== 'mails' || data.areMailsSent)
  if (data.done.length === counted.length) return null
  return (
    <Card
      flush
      title={t.title(data.done.length, counted.length)}
      actions={
        <Button
          size="sm"
          variant="bare"
          onClick={() => {
            store(key, 'yes')
            setHidden(true)
            // The button disappears, so the focus moves to the beginning of the content.
            document.querySelector<HTMLElement>('main')?.focus()
          }}
        >
          {t.hide}
        </Button>
      }
    >
      <ol className="waiting__list waiting__steps">
        {counted.map(step => (
          <li key={step}>
            <Step step={step} facts={data} />
          </li>
        ))}
      </ol>
      {!data.areMailsSent && (
        <Link to={places.mails} className="waiting__row">
          <Icon name="info" />
          <span className="muted small">{t.noMails}</span>
        </Link>
      )}
    </Card>
  )
}

function Step({ step, facts }: { step: FirstStep; facts: Facts }) {
  const t = useText(staffDashboardText).steps
  const isDone = facts.done.includes(step)
  const { label, detail } = t.of[step]
  const words = step === 'prices' && facts.unpriced > 0 ? t.unpriced(facts.unpriced) : detail
  return (
    <Link to={places[step]} className={`waiting__row${isDone ? ' waiting__row--none' : ''}`}>
      <Icon name={isDone ? 'check' : 'chevron-right'} />
      <span className="waiting__words">
        <span className="waiting__label">
          {label}
          {isDone && <VisuallyHidden>{t.done}</VisuallyHidden>}
        </span>
        {!isDone && <span className="muted small">{words}</span>}
      </span>
    </Link>
  )
}
