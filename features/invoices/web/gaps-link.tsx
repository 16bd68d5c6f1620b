import { Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/web/use-user.ts'
import { useText } from '#kit/web/text.tsx'
import type { PracticeGap } from '../rules.ts'
import { gapWords } from './gap-words.ts'
import { billingText } from './staff-text.ts'

/** What the invoices of a practice lack, and the way to where it is entered: on the books' own page for who may change nothing else of it. */
export function GapsLink({ id, gaps }: { id: string; gaps: readonly PracticeGap[] }) {
  const t = useText(billingText).billing.gaps
  const words = gapWords(t, gaps)
  const complete = completes(gaps)
  const mayChange = useMay('practices')
  if (!mayChange && complete !== 'number') return <span className="tone--warn">{words}</span>
  const way = mayChange
    ? ({ to: '/staff/practices/$id', search: { complete } } as const)
    : ({ to: '/staff/billing/practices/$id', search: { complete: 'number' } } as const)
  return (
    // In an element of its own it is as high as a thumb needs, and no higher: around it the row is pressed.
    <span>
      <Link className="link link--alone" params={{ id }} {...way}>
        {words}
      </Link>
    </span>
  )
}

/** The first field that is to be filled in. A mailbox is only missed where there is no number. */
export const completes = ([first]: readonly PracticeGap[]) => (first === 'address' ? 'address' : 'number')
