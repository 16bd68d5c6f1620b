import { Link } from '@tanstack/react-router'
import { useText } from '#kit/web/text.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import type { StaffCase } from '../staff-contract.ts'
import { caseText } from './case-text.ts'
import { staffCaseText } from './staff-text.ts'

/** Why it is remade, in the reporter's words, so that the bench does not repeat the fault. */
export function StaffRemake({ known: { remakeOf, remakeReason } }: { known: StaffCase }) {
  const t = useText(staffCaseText)
  const { kinds, teethOf } = useText(caseText).problem
  if (!remakeOf) return null
  return (
    <Notice icon="refresh">
      <p>
        {t.remakeOf}{' '}
        <Link to="/staff/cases/$id" params={{ id: remakeOf.id }} className="link num">
          {remakeOf.code}
        </Link>
        {remakeReason && (
          <>
            {' · '}
            <span className="strong">{kinds[remakeReason.kind]}</span>
            {remakeReason.teeth.length > 0 && ` · ${teethOf(remakeReason.teeth.join(', '), remakeReason.teeth.length)}`}
          </>
        )}
      </p>
      {remakeReason?.words && <p className="case__comment">{remakeReason.words}</p>}
    </Notice>
  )
}
