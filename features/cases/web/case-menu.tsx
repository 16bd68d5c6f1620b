import { useText } from '#kit/web/text.tsx'
import { Menu, MenuButton, MenuFailure, MenuLink } from '#kit/web/ui/menu.tsx'
import { closePopover } from '#kit/web/ui/popover.tsx'
import type { CaseRow } from '../contract.ts'
import { canAnswerHold } from '../rules.ts'
import { LaterHoldAnswers } from './hold-menu.tsx'
import { casesText } from './text.ts'
import { useTraceabilitySheet } from './use-traceability-sheet.ts'

/** What can be done with one case of the list. */
export function CaseMenu({ row }: { row: CaseRow }) {
  const { id, code, tracking } = row
  const t = useText(casesText)
  const sheet = useTraceabilitySheet(row)
  return (
    <Menu label={t.list.actionsFor(code)} icon="dots" iconOnly variant="bare" align="end">
      <MenuLink to="/cases/$id" params={{ id }} icon="case">
        {t.list.open}
      </MenuLink>
      {canAnswerHold(row) && <LaterHoldAnswers row={row} />}
      {tracking?.url && (
        <MenuLink to={tracking.url} target="_blank" rel="noopener noreferrer" icon="external">
          {t.list.track}
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
        {t.sheet.download}
      </MenuButton>
      {sheet.failure && <MenuFailure>{sheet.failure}</MenuFailure>}
    </Menu>
  )
}
