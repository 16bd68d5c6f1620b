import { Link } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import type { CaseStatus } from '../contract.ts'
import type { StaffCaseRow } from '../staff-contract.ts'
import { movesOf } from '../staff-rules.ts'
import { arrivingWords, comingWords, placeWords } from './staff-case-words.ts'
import { staffBoardText, staffCasesText } from './staff-text.ts'

type Props = {
  row: StaffCaseRow
  onDrag: (row: StaffCaseRow | undefined) => void
  onTake: (row: StaffCaseRow, status: CaseStatus) => void
  /** Only while its last step can be undone. */
  onUndo: (() => void) | undefined
}

export function StaffBoardCard({ row, onDrag, onTake, onUndo }: Props) {
  const t = useText(staffBoardText)
  const words = useText(staffCasesText)
  const format = useFormat()
  const { fact, meaning, tone } = arrivingWords(row, words, format)
  const coming = comingWords(row, words, format)
  const { id, code, practice, summary, technician, isAsked, place, acceptedAt } = row
  const isReceived = row.status === 'registered' && row.printType === 'physical'
  return (
    <li
      className="board__card"
      draggable
      onDragStart={event => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', code)
        onDrag(row)
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <Link to="/staff/cases/$id" params={{ id }} className="table__link strong" draggable={false}>
        {code}
      </Link>
      <Menu label={t.movesFor(code)} icon="dots" iconOnly variant="bare" size="sm" align="end">
        {movesOf(row).map(status => (
          <MenuButton
            key={status}
            tone={status === 'cancelled' ? 'late' : undefined}
            onSelect={() => onTake(row, status)}
          >
            {row.status === 'on_hold' && status !== 'cancelled'
              ? words.resume
              : isReceived && status === 'in_preparation'
                ? words.receive
                : words.moves[status]}
          </MenuButton>
        ))}
      </Menu>
      <div className="board__about">
        <p className="small">{practice.name}</p>
        <p className="small">{summary}</p>
        <p className="small muted">
          {fact} {meaning && <span className={tone && `tone--${tone}`}>{meaning}</span>}
        </p>
        {coming.fact && (
          <p className="small muted">
            {t.comes(coming.fact)} {coming.tone && <span className={`tone--${coming.tone}`}>{coming.meaning}</span>}
          </p>
        )}
        {acceptedAt && <p className="small muted">{words.list.awaited}</p>}
        {isAsked && <p className="small tone--warn">{words.list.asked}</p>}
        {technician && <p className="small muted">{technician.name}</p>}
        {place && <p className="small">{placeWords(place, words, format)}</p>}
        {onUndo && (
          <Button size="sm" aria-label={t.undoOf(code)} onClick={onUndo}>
            {words.steps.undo}
          </Button>
        )}
      </div>
    </li>
  )
}
