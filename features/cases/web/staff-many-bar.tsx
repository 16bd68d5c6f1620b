import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { useUnsigned } from '#features/traceability/web/use-unsigned.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ChosenBar } from '#kit/web/ui/chosen-bar.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import type { CaseStatus } from '../contract.ts'
import { type StaffCaseRow, staffCaseCalls } from '../staff-contract.ts'
import { canMoveTogether, movesOf } from '../staff-rules.ts'
import { staffCaseFilters } from './staff-queries.ts'
import { staffBoardText, staffCasesText } from './staff-text.ts'

type Props = { chosen: readonly StaffCaseRow[]; onDone: () => void }

/** Bulk actions: each case moves if it can, and those that stay are named. */
export function StaffManyBar({ chosen, onDone }: Props) {
  const { many: t } = useText(staffBoardText)
  const words = useText(staffCasesText)
  const sentence = useProblemText()
  const changed = useChanged()
  const { data: known } = useQuery(staffCaseFilters)
  const [stayed, setStayed] = useState('')
  const moves = [...new Set(chosen.flatMap(row => movesOf(row).filter(canMoveTogether)))]
  const { run, isPending, error } = useAttempt(async (work: () => Promise<void>) => {
    setStayed('')
    await work().finally(() => changed('orders'))
    onDone()
  })
  const unsigned = useUnsigned()
  const move = (status: CaseStatus, ids?: readonly string[]) =>
    run(async () => {
      const cases = chosen.flatMap(({ id, status: from }) => (!ids || ids.includes(id) ? [{ id, from }] : []))
      const { data } = await call(staffCaseCalls.move, { body: { status, cases } })
      const moved = new Set(data.filter(({ outcome }) => outcome === 'moved').map(({ id }) => id))
      setStayed(
        chosen
          .filter(({ id }) => !moved.has(id))
          .map(({ code }) => code)
          .join(', '),
      )
      if (moved.size > 0) toast({ title: t.moved(moved.size) })
    })
  const asking = useAttempt(() =>
    unsigned.leave(
      chosen.map(({ id }) => id),
      ids => move('shipped', ids),
    ),
  )
  const failed = error ?? asking.error
  const give = (technicianId: string | null) =>
    run(async () => {
      await call(staffCaseCalls.assign, { body: { technicianId, ids: chosen.map(({ id }) => id) } })
      toast({ title: t.given(chosen.length) })
    })
  return (
    <>
      <ChosenBar
        says={chosen.length > 0 && words.list.chosen(chosen.length)}
        outcome={
          failed !== undefined ? (
            <Notice live tone="late" title={words.failed}>
              {sentence(failed, words.refusals)}
            </Notice>
          ) : (
            // Until something else is selected.
            stayed && chosen.length === 0 && <Notice live tone="warn" title={t.stayed(stayed)} />
          )
        }
      >
        {moves.length > 0 && (
          <Menu label={t.move}>
            {moves.map(status => (
              <MenuButton
                key={status}
                pending={isPending}
                onSelect={() => void (status === 'shipped' ? asking.run() : move(status))}
              >
                {words.moves[status]}
              </MenuButton>
            ))}
          </Menu>
        )}
        <Menu label={t.give}>
          {known?.technicians.map(({ id, name }) => (
            <MenuButton key={id} pending={isPending} onSelect={() => void give(id)}>
              {name}
            </MenuButton>
          ))}
          <MenuButton pending={isPending} onSelect={() => void give(null)}>
            {t.nobody}
          </MenuButton>
        </Menu>
        <Button variant="bare" onClick={onDone}>
          {t.clear}
        </Button>
      </ChosenBar>
      {unsigned.dialog}
    </>
  )
}
