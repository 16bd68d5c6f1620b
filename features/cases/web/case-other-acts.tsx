import { useMay } from '#features/auth/web/use-user.ts'
import { useTraceabilitySheet } from '#features/traceability/web/use-traceability-sheet.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { MenuButton, MenuFailure, MenuLink } from '#kit/web/ui/menu.tsx'
import { closePopover } from '#kit/web/ui/popover.tsx'
import type { Case } from '../contract.ts'
import { canCancel, canMoveDates, canReceive, canReportProblem, isCollected } from '../rules.ts'
import type { CaseDialogsProps } from './case-dialogs.tsx'
import { wasReceivedOn } from './received.ts'
import { casesText } from './text.ts'
import { threadWishes } from './thread-wishes.ts'

export type CaseOtherActsProps = {
  known: Case
  open: (action: CaseDialogsProps['action']) => void
  change: () => void
  printLabel: (known: Case) => void
}

/** Actions that are used seldom; without room for buttons, all but the next step. */
export function CaseOtherActs({ known, open, change, printLabel }: CaseOtherActsProps) {
  const t = useText(casesText)
  const { one } = t
  const sheet = useTraceabilitySheet(known, t.sheet)
  const mayOrder = useMay('order')
  const { dayOf, today } = useFormat()
  const areInWords = document.querySelector('.page-head__aside > .button')?.checkVisibility()
  return (
    <>
      {!areInWords && (
        <>
          {canReceive(known) && (
            <MenuButton icon="message" onSelect={threadWishes.goThere}>
              {one.contactLaboratory}
            </MenuButton>
          )}
          {known.tracking?.url && (
            <MenuLink to={known.tracking.url} target="_blank" rel="noopener noreferrer" icon="external">
              {one.track}
            </MenuLink>
          )}
          {known.invoiceId && (
            <MenuLink to="/invoices/$id" params={{ id: known.invoiceId }} icon="bill">
              {one.consultInvoice}
            </MenuLink>
          )}
          <MenuButton
            icon="download"
            pending={sheet.isPending}
            staysOpen
            onSelect={async entry => {
              if (await sheet.download(entry)) closePopover(entry)
            }}
          >
            {known.statement === null ? t.sheet.downloadProvisional : t.sheet.download}
          </MenuButton>
          {sheet.failure && <MenuFailure>{sheet.failure}</MenuFailure>}
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
