import { Link } from '@tanstack/react-router'
import { useText } from '#kit/web/text.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import './case-counts.css'
import { casesText } from './text.ts'

type CaseCountsProps = { counts: Record<'inProgress' | 'onHold', number> | undefined }

/** The number of cases in progress, with a link to those that wait for the practice. */
export function CaseCounts({ counts }: CaseCountsProps) {
  return <span className="case-counts">{counts ? <Counts {...counts} /> : <Skeleton width="medium" />}</span>
}

function Counts({ inProgress, onHold }: Record<'inProgress' | 'onHold', number>) {
  const { list } = useText(casesText)
  return (
    <>
      {list.inProgress(inProgress)}
      {onHold > 0 && (
        <>
          {list.ofWhich}
          <Link to="/cases" search={{ hold: 'unanswered' }} resetScroll={false} className="link">
            {list.waiting(onHold)}
          </Link>
        </>
      )}
    </>
  )
}
