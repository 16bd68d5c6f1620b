import { useMay } from '#features/auth/web/use-user.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { MenuButton, MenuLink } from '#kit/web/ui/menu.tsx'
import type { Case } from '../contract.ts'
import { canCancel, canMoveDates, canReceive, canReportProblem, isCollected } from '../rules.ts'
import type { CaseDialogsProps } from './case-dialogs.tsx'
import { wasReceivedOn } from './received.ts'
import { casesText } from './text.ts'
import { threadWishes } from './thread-wishes.ts'

export type CaseOtherActsProps = {
  known: Case
  sheet: { name: string; download: (pressed: Element) => Promise<boolean> }
  open: (action: CaseDialogsProps['action']) => void
  change: () => void
  printLabel: (known: Case) => void
}

/** What is done seldom; on a phone also what stands as buttons elsewhere. */
export function CaseOtherActs({ known, sheet, open, change, printLabel }: CaseOtherActsProps) {
  const { one } = useText(casesText)
  const mayOrder = useMay('order')
  const isNarrow = matchMedia('(width < 768px)').matches
  const { tracking, invoiceId } = known
  const { dayOf, today } = useFormat()
  return (
    <>
      {isNarrow && (
        <>
          {canReceive(known) && (
            <MenuButton icon="message" onSelect={threadWishes.goThere}>
              {one.contactLaboratory}
            </MenuButton>
          )}
          {tracking?.url && (
            <MenuLink to={tracking.url} target="_blank" rel="noopener noreferrer" icon="external">
              {one.track}
            </MenuLink>
          )}
          {invoiceId && (
            <MenuLink to="/invoices/$id" params={{ id: invoiceId }} icon="bill">
              {one.consultInvoice}
            </MenuLink>
          )}
          {/* Why it failed stands on the page. */}
          <MenuButton icon="download" onSelect={() => void sheet.download(document.body)}>
            {sheet.name}
          </MenuButton>
          {canReportProblem(known) && (
            <MenuButton icon="warning" onSelect={() => open('problem')}>
              {one.report}
            </MenuButton>
          )}
        </>
      )}
      {mayOrder && (
        <MenuLink to="/cases/new" state={{ repeats: known.id }} icon="refresh">
          {one.repeat}
        </MenuLink>
      )}
      {isCollected(known) && (
        <MenuButton icon="print" onSelect={() => printLabel(known)}>
          {one.label}
        </MenuButton>
      )}
      {mayOrder && canMoveDates(known) && (
        <MenuButton icon="calendar" onSelect={change}>
          {one.change}
        </MenuButton>
      )}
      {wasReceivedOn(today(), known, dayOf) && (
        <MenuButton icon="truck" onSelect={() => open('not_received')}>
          {one.notReceived}
        </MenuButton>
      )}
      {canCancel(known) && (
        <MenuButton icon="close" tone="late" onSelect={() => open('cancel')}>
          {one.cancel}
        </MenuButton>
      )}
    </>
  )
}
