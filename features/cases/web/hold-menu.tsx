import { later } from '#kit/web/later.tsx'
import { loadText } from '#kit/web/text.tsx'
import { Popover } from '#kit/web/ui/popover.tsx'
import type { CaseRow } from '../contract.ts'
import { caseText } from './case-text.ts'

/** Shown in an open menu of the list. */
export const LaterHoldAnswers = later(
  () => Promise.all([import('./hold-answers.tsx'), loadText(caseText)]).then(([{ HoldAnswers }]) => HoldAnswers),
  { when: 'drawn', withoutIt: () => null },
)

/** The line with the laboratory's question opens the possible answers. */
export function HoldMenu({ row, label }: { row: CaseRow; label: string }) {
  return (
    <Popover
      label={label}
      panelClassName="menu"
      trigger={attributes => (
        <button type="button" {...attributes} className={`${attributes.className} link case-list__asking`}>
          {label}
        </button>
      )}
    >
      <LaterHoldAnswers row={row} />
    </Popover>
  )
}
