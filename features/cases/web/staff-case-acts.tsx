import { useMay } from '#features/auth/web/use-user.ts'
import type { RemadeCase } from '#features/complaints/web/remake-dialog.tsx'
import { LabelMenu } from '#features/deliveries/web/label-menu.tsx'
import type { HandedCases } from '#features/deliveries/web/take-back-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { CaseStatus } from '../contract.ts'
import { canAskRemake, isCollected, statusesOfTab } from '../rules.ts'
import type { StaffCase } from '../staff-contract.ts'
import { canMoveTogether, canTakeBack, movesOf } from '../staff-rules.ts'
import { staffCasesText, staffCaseText } from './staff-text.ts'
import { useMove } from './use-move.ts'

type OfCase = { known: StaffCase }
const loadHold = () => import('./staff-hold-dialog.tsx').then(module => module.StaffHoldDialog)
const loadRefusal = () => import('./staff-refuse-dialog.tsx').then(module => module.StaffRefuseDialog)
const loadDate = () => import('./staff-date-dialog.tsx').then(module => module.StaffDateDialog)

const loadRemake = async () => {
  const { RemakeDialog, loadRemakeWords } = await import('#features/complaints/web/remake-dialog.tsx')
  await loadRemakeWords()
  return RemakeDialog
}

const loadCorrection = () =>
  import('#features/ordering/web/correct-dialog.tsx').then(({ loadCorrectDialog }) => loadCorrectDialog())

const loadTakeBack = () => import('#features/deliveries/web/take-back-dialog.tsx').then(({ load }) => load())

/** The moves available from the current status; the database checks again. */
export function StaffCaseActs({ known }: OfCase) {
  const t = useText(staffCaseText)
  const words = useText(staffCasesText)
  const { move, isPending, failure, dialog } = useMove()
  const hold = useLateDialog<OfCase>(loadHold)
  const refusal = useLateDialog<OfCase>(loadRefusal)
  const date = useLateDialog<OfCase>(loadDate)
  const remake = useLateDialog<RemadeCase>(loadRemake)
  const correction = useLateDialog<OfCase>(loadCorrection)
  const format = useFormat()
  const taking = useLateDialog<HandedCases>(loadTakeBack)
  const mayTakeBack = canTakeBack(known, at => format.dayOf(at) === format.today())
  const mayRemake = useMay('sheets') && canAskRemake(known)
  const moves = movesOf(known)
  const plain = moves.filter(canMoveTogether)
  const [usual, ...others] = plain
  const nameOf = (status: CaseStatus) => {
    if (known.status === 'on_hold') return words.resume
    return status === 'in_preparation' && isCollected(known) ? words.receive : words.moves[status]
  }
  const isOpen = statusesOfTab.in_progress.includes(known.status)
  return (
    <>
      {usual && (
        <Button variant="primary" pending={isPending} onClick={() => void move(known, usual)}>
          {nameOf(usual)}
        </Button>
      )}
      {moves.includes('on_hold') && (
        <Button icon="pause" onPointerEnter={hold.prepare} onFocus={hold.prepare} onClick={() => hold.open({ known })}>
          {words.moves.on_hold}
        </Button>
      )}
      {isOpen && (
        <Button
          icon="calendar"
          onPointerEnter={date.prepare}
          onFocus={date.prepare}
          onClick={() => date.open({ known })}
        >
          {t.date.act}
        </Button>
      )}
      <LabelMenu ids={[known.id]} />
      {(others.length > 0 || moves.includes('cancelled') || mayRemake || mayTakeBack || known.entry) && (
        <Menu label={t.more}>
          {others.map(status => (
            <MenuButton key={status} onSelect={() => void move(known, status)}>
              {words.moves[status]}
            </MenuButton>
          ))}
          {known.entry && (
            <MenuButton icon="document" onSelect={() => correction.open({ known })}>
              {t.correct}
            </MenuButton>
          )}
          {mayRemake && (
            <MenuButton icon="refresh" onSelect={() => remake.open({ order: known })}>
              {t.makeAgain}
            </MenuButton>
          )}
          {mayTakeBack && (
            <MenuButton icon="truck" onSelect={() => taking.open({ cases: [known] })}>
              {t.takeBack}
            </MenuButton>
          )}
          {moves.includes('cancelled') && (
            <MenuButton icon="close" tone="late" onSelect={() => refusal.open({ known })}>
              {words.moves.cancelled}
            </MenuButton>
          )}
        </Menu>
      )}
      {failure && (
        <Notice tone="late" live title={words.failed}>
          {failure}
        </Notice>
      )}
      {dialog}
      {hold.dialog}
      {refusal.dialog}
      {date.dialog}
      {remake.dialog}
      {correction.dialog}
      {taking.dialog}
    </>
  )
}
