import { Link } from '@tanstack/react-router'
import { useText } from '#kit/web/text.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import type { Case } from '../contract.ts'
import { casesText } from './text.ts'

/** Links between a remake and the case it replaces. */
export function RemakeNotices({ known: { remakeOf, remake } }: { known: Case }) {
  const { one } = useText(casesText)
  return (
    <>
      {remakeOf && (
        <Notice icon="refresh">
          {one.remakeOf} <RemakeLink to={remakeOf} />
        </Notice>
      )}
      {remake && (
        <Notice icon="refresh">
          {one.remake} <RemakeLink to={remake} />
        </Notice>
      )}
    </>
  )
}

export function RemakeLink({ to: { id, code } }: { to: NonNullable<Case['remake']> }) {
  return (
    <Link to="/cases/$id" params={{ id }} className="link num">
      {code}
    </Link>
  )
}
