import { Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/web/use-user.ts'
import { useText } from '#kit/web/text.tsx'
import type { PracticeGap } from '../rules.ts'
import { gapWords } from './gap-words.ts'
import { billingText } from './staff-text.ts'

/**
 * What a practice's invoices lack, with a link to where it is entered: the bookkeeping page for those who may change
 * nothing else of the practice.
 */
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
    // The wrapper keeps the link only as high as a thumb needs: around it a press opens the row.
    <span>
      <Link className="link link--alone" params={{ id }} {...way}>
        {words}
      </Link>
    </span>
  )
}

/** The first field to fill in. A mailbox is only missing where the number is, too. */
export const completes = ([first]: readonly PracticeGap[]) => (first === 'address' ? 'address' : 'number')
