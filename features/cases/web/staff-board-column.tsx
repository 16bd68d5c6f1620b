import { useQueries } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { classes } from '#kit/web/ui/classes.ts'
import { Count } from '#kit/web/ui/count.tsx'
import type { CaseStatus } from '../contract.ts'
import { mostCounted } from '../rules.ts'
import type { StaffCaseRow } from '../staff-contract.ts'
import { type BoardStatus, movesOf } from '../staff-rules.ts'
import { useSteps, useWaitingStep, withSteps } from './leaving-steps.ts'
import { StaffBoardCard } from './staff-board-card.tsx'
import { staffCaseList } from './staff-queries.ts'
import type { BoardSearch } from './staff-search.ts'
import { staffBoardText, staffCasesText } from './staff-text.ts'
import { casesText } from './text.ts'

type Props = {
  status: BoardStatus
  search: BoardSearch
  column: { total: number; cases: readonly StaffCaseRow[] } | undefined
  dragged: StaffCaseRow | undefined
  onDrag: (row: StaffCaseRow | undefined) => void
  onTake: (row: StaffCaseRow, status: CaseStatus) => void
  onUndo: (id: string) => void
}

/** A status with its first cases, and more on demand. */
export function StaffBoardColumn({ status, search, column, dragged, onDrag, onTake, onUndo }: Props) {
  const t = useText(staffBoardText)
  const { number } = useText(staffCasesText)
  const { status: names } = useText(casesText)
  const id = useId()
  const [pages, setPages] = useState(1)
  const further = useQueries({
    queries: Array.from({ length: pages - 1 }, (_, index) =>
      staffCaseList({ tab: 'in_progress', statuses: [status], page: index + 2, ...search }),
    ),
  })
  const first = column?.cases ?? []
  const read = [...first, ...further.flatMap(({ data }) => data?.data ?? [])]
  const { cases, total } = withSteps({ status, cases: read, total: column?.total ?? 0 }, useSteps())
  const waiting = useWaitingStep()
  const words = total === mostCounted ? t.moreThan(number(total)) : number(total)
  const isWayBack = waiting !== undefined && waiting.row.id === dragged?.id && waiting.row.status === status
  const isOpen = dragged !== undefined && dragged.status !== status && (isWayBack || movesOf(dragged).includes(status))
  return (
    <section
      className={classes('board__column', isOpen && 'board__column--open')}
      aria-labelledby={id}
      onDragOver={event => {
        // Accepts drops that are not allowed too, so that the user is told why.
        if (dragged) event.preventDefault()
      }}
      onDrop={event => {
        event.preventDefault()
        if (dragged) onTake(dragged, status)
        onDrag(undefined)
      }}
    >
      <h2 id={id} className="board__name">
        {names[status]} <Count>{words}</Count>
      </h2>
      {cases.length === 0 && <p className="muted small">{t.none}</p>}
      <ul className="board__cards">
        {cases.map(row => (
          <StaffBoardCard
            key={row.id}
            row={row}
            onDrag={onDrag}
            onTake={onTake}
            onUndo={waiting?.row.id === row.id ? () => onUndo(row.id) : undefined}
          />
        ))}
      </ul>
      {cases.length > 0 && cases.length < total && (
        <Button size="sm" pending={further.some(({ isFetching }) => isFetching)} onClick={() => setPages(pages + 1)}>
          {t.more(number(total - cases.length))}
        </Button>
      )}
      {(column?.total ?? 0) > first.length && (
        <ButtonLink to="/staff/cases" search={{ ...search, statuses: [status] }} variant="bare" size="sm">
          {t.inList}
        </ButtonLink>
      )}
    </section>
  )
}
