import { Link } from '@tanstack/react-router'
import { useText } from '#kit/web/text.tsx'
import { casesText } from './text.ts'

/** How much is under way, and the way to what cannot go on without the practice. */
export function CaseCounts({ counts: { inProgress, onHold } }: { counts: Record<'inProgress' | 'onHold', number> }) {
  const { list } = useText(casesText)
  return (
    <>
      {list.inProgress(inProgress)}
      {onHold > 0 && (
        <>
          {list.ofWhich}
          <Link to="/cases" search={{ statuses: ['on_hold'] }} resetScroll={false} className="link">
            {list.waiting(onHold)}
          </Link>
        </>
      )}
    </>
  )
}
