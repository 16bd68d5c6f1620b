import { useTraceabilitySheet } from '#features/traceability/web/use-traceability-sheet.ts'
import { useText } from '#kit/web/text.tsx'
import { MenuButton, MenuFailure, MenuLink } from '#kit/web/ui/menu.tsx'
import { closePopover } from '#kit/web/ui/popover.tsx'
import type { CaseRow } from '../contract.ts'
import { canAnswerHold, canReceive } from '../rules.ts'
import { LaterHoldAnswers } from './hold-menu.tsx'
import { ReceiveEntry } from './receive.tsx'
import { casesText } from './text.ts'

export function CaseMenuEntries({ row }: { row: CaseRow }) {
  const { id, tracking } = row
  const t = useText(casesText)
  const sheet = useTraceabilitySheet(row, t.sheet)
  return (
    <>
      <MenuLink to="/cases/$id" params={{ id }} icon="case">
        {t.list.open}
      </MenuLink>
      <MenuLink to="/cases/$id/patient" params={{ id }} icon="user">
        {t.one.ofPatient}
      </MenuLink>
      {canAnswerHold(row) && <LaterHoldAnswers row={row} />}
      {canReceive(row) && <ReceiveEntry cases={[row]} />}
      {tracking?.url ? (
        <MenuLink to={tracking.url} target="_blank" rel="noopener noreferrer" icon="external">
          {t.list.track}
        </MenuLink>
      ) : (
        // Without a tracking link (own driver, or a number alone), the page of the case shows what is known.
        canReceive(row) && (
          <MenuLink
            to="/cases/$id"
            params={{ id }}
            hash="delivery"
            hashScrollIntoView={{ block: 'nearest' }}
            icon="truck"
          >
            {t.list.track}
          </MenuLink>
        )
      )}
      <MenuButton
        icon="download"
        pending={sheet.isPending}
        staysOpen
        onSelect={async entry => {
          if (await sheet.download(entry)) closePopover(entry)
        }}
      >
        {t.sheet.download}
      </MenuButton>
      {sheet.failure && <MenuFailure>{sheet.failure}</MenuFailure>}
    </>
  )
}
