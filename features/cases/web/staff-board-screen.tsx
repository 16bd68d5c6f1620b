import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useUnsigned } from '#features/traceability/web/use-unsigned.ts'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { CaseStatus } from '../contract.ts'
import type { StaffCaseRow } from '../staff-contract.ts'
import { boardStatuses, canMoveTogether, movesOf } from '../staff-rules.ts'
import { letStepsLeave, useWaitingStep } from './leaving-steps.ts'
import { StaffBoardColumn } from './staff-board-column.tsx'
import type { ChangedCase } from './staff-change.ts'
import { caseBoard } from './staff-queries.ts'
import { type BoardSearch, boardSearch } from './staff-search.ts'
import { staffBoardText, staffCasesText } from './staff-text.ts'
import { casesText } from './text.ts'
import { useRefusals } from './use-refusals.ts'
import { useLeavingSteps } from './use-steps.ts'
import './staff-board.css'

const route = getRouteApi('/console/staff/board')

const loadHold = () => import('./staff-hold-dialog.tsx').then(module => module.StaffHoldDialog)
const loadRefusal = () => import('./staff-refuse-dialog.tsx').then(module => module.StaffRefuseDialog)

/** Cases in progress by status, moved by dragging or from each case's menu. */
export function StaffBoardScreen(): ReactNode {
  const t = useText(staffBoardText)
  const { list } = useText(staffCasesText)
  useTitle(t.title)
  const search: BoardSearch = route.useSearch()
  const navigate = useNavigate({ from: '/staff/board' })
  const board = useQuery({ ...caseBoard(search), placeholderData: keepPreviousData })
  const { data: known, error } = board
  const [dragged, setDragged] = useState<StaffCaseRow>()
  const { take, undo, refusal, dialogs } = useBoardMoves()
  return (
    <>
      <PageHead title={t.title} description={t.description} />
      <div className="board__whose">
        <Select
          label={t.whose}
          value={search.technician ?? ''}
          placeholder={t.all}
          options={[
            { value: 'me', label: list.filters.mine },
            { value: 'nobody', label: list.filters.nobody },
          ]}
          onChange={({ currentTarget }) =>
            void navigate({
              to: '/staff/board',
              search: { ...search, ...boardSearch({ technician: currentTarget.value }) },
              resetScroll: false,
            })
          }
        />
        <p className="muted small board__hint">{t.dragHint}</p>
      </div>
      {refusal && (
        <div className="board__refusal">
          <Notice tone="late" live title={refusal} />
        </div>
      )}
      {error && known && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void board.refetch()} />}
      {error && !known ? (
        <Card flush>
          <QueryFailure title={t.failed} query={board} />
        </Card>
      ) : known ? (
        <div className="board">
          {boardStatuses.map(status => (
            <StaffBoardColumn
              key={status}
              status={status}
              search={search}
              column={known.find(one => one.status === status)}
              dragged={dragged}
              onDrag={setDragged}
              onTake={take}
              onUndo={undo}
            />
          ))}
        </div>
      ) : (
        <BlockSkeleton />
      )}
      {dialogs}
    </>
  )
}

/** A move that needs words opens its dialog; the others are made at once, and can be undone until sent. */
function useBoardMoves() {
  const t = useText(staffBoardText)
  const { done } = useText(staffCasesText)
  const { status: names } = useText(casesText)
  const sentence = useProblemText()
  const refusalsOf = useRefusals()
  const [impossible, setImpossible] = useState<string>()
  const { press, undo } = useLeavingSteps()
  const waiting = useWaitingStep()
  const unsigned = useUnsigned()
  const hold = useLateDialog<ChangedCase>(loadHold)
  const refusal = useLateDialog<ChangedCase>(loadRefusal)
  const step = (row: StaffCaseRow, status: CaseStatus) => press({ row, status, title: done(row.code, names[status]) })
  const shipping = useAttempt((row: StaffCaseRow) => unsigned.leave([row.id], () => step(row, 'shipped')))

  function take(row: StaffCaseRow, status: CaseStatus) {
    if (status === row.status) return
    // Dragged back to where it came from.
    if (waiting?.row.id === row.id && waiting.row.status === status) {
      setImpossible(undefined)
      undo(row.id)
      return
    }
    const isPossible = movesOf(row).includes(status)
    setImpossible(isPossible ? undefined : t.cannot(row.code, names[status]))
    if (!isPossible) return
    if (status === 'shipped' && row.status === 'in_production') {
      letStepsLeave()
      void shipping.run(row)
    } else if (canMoveTogether(status)) step(row, status)
    else {
      letStepsLeave()
      ;(status === 'on_hold' ? hold : refusal).open({ known: row })
    }
  }
  const { error } = shipping
  return {
    take,
    undo,
    refusal: impossible ?? (error === undefined ? undefined : sentence(error, refusalsOf(error))),
    dialogs: (
      <>
        {unsigned.dialog}
        {hold.dialog}
        {refusal.dialog}
      </>
    ),
  }
}
