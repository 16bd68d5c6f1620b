import { Link } from '@tanstack/react-router'
import type { Shift } from '#features/rides/contract.ts'
import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { absencesText } from './text.ts'

/** An absence that goes, or gives days back, brings back no driver: whoever needs one asks again. */
export function useStayingCancelled() {
  const { pickups: t, moving } = useText(absencesText)
  const format = useFormat()
  return (cancelled: readonly { date: Day; shift: Shift }[]): string | undefined => {
    const shown = cancelled.slice(0, mostNamed).map(({ date, shift }) => `${format.nearDay(date)}, ${t.halves[shift]}`)
    if (cancelled.length > mostNamed) shown.push(moving.more(cancelled.length - mostNamed))
    return shown.length > 0 ? t.stayCancelled(shown.length, shown.join(' · ')) : undefined
  }
}

const mostNamed = 6

export function StayingCancelled({ said }: { said: string }) {
  const { pickups: t } = useText(absencesText)
  return (
    <p className="strong tone--warn">
      {said}{' '}
      <Link to="/rides" className="link">
        {t.again}
      </Link>
    </p>
  )
}
