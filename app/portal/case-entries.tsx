import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FunctionComponent } from 'react'
import type { SignedInUser } from '#features/auth/web/token.ts'
import { canMoveDates, canReportProblem, isAtLaboratory } from '#features/cases/rules.ts'
import { caseText } from '#features/cases/web/case-text.ts'
import { loadChangeDialog } from '#features/cases/web/change-case.ts'
import { caseOne } from '#features/cases/web/queries.ts'
import { casesText } from '#features/cases/web/text.ts'
import type { PaletteEntry } from '#features/palette/web/palette-option.tsx'
import { portalPaletteText } from '#features/palette/web/portal-text.ts'
import { useTraceabilitySheet } from '#features/traceability/web/use-traceability-sheet.ts'
import { loadText, useText } from '#kit/web/text.tsx'
import { prepareAct } from '#kit/web/use-late-act.ts'
import { may } from '#tenancy/rights.ts'

type Closing = { onClose: () => void }
type Part = FunctionComponent<Closing>

const loadCaseDialogs = async () => (await withWords(import('#features/cases/web/case-dialogs.tsx'))).CaseDialogs
const loadEarlier = async () => (await withWords(import('#features/cases/web/earlier-dialog.tsx'))).EarlierDialog
const withWords = <Module,>(module: Promise<Module>) => Promise.all([module, loadText(caseText)]).then(([one]) => one)

type Acts = {
  user: SignedInUser | null
  onClose: () => void
  /** Opens a dialog in place of quick access. */
  act: (load: () => Promise<Part>) => Promise<unknown>
}

/** Actions on the open case that this user may do in its current state. */
export function useCaseEntries(opened: string | undefined, { user, onClose, act }: Acts): PaletteEntry[] {
  const t = useText(portalPaletteText)
  const { sheet: sheetWords } = useText(casesText)
  const { data } = useQuery({ ...caseOne(opened ?? '', useQueryClient()), enabled: false })
  const { whole, row } = data ?? {}
  const sheet = useTraceabilitySheet(row, sheetWords)
  if (!opened || !user) return []

  const opening = <Props extends object>(load: () => Promise<FunctionComponent<Props & Closing>>, props: Props) => ({
    prepare: () => prepareAct(load),
    run: () => act(() => load().then(Dialog => closing => <Dialog {...props} {...closing} />)),
  })
  /** Runs after quick access has closed: while open, it makes everything under it unreachable. */
  const below = (work: () => unknown) => ({
    run: () => {
      onClose()
      requestAnimationFrame(() => void work())
    },
  })
  const isAsked = whole?.requests.some(({ kind, state }) => kind === 'earlier' && state === 'open')
  const mayMove = whole !== undefined && may(user, 'order') && canMoveDates(whole)
  const entries: (PaletteEntry | false | undefined)[] = [
    whole && {
      id: 'write',
      icon: 'message',
      label: t.actions.write,
      words: t.words.write,
      ...below(() => press('contact-laboratory')),
    },
    whole &&
      canReportProblem(whole) && {
        id: 'report',
        icon: 'warning',
        label: t.actions.report,
        words: t.words.report,
        ...opening(loadCaseDialogs, { action: 'problem' as const, of: whole }),
      },
    mayMove && {
      id: 'change',
      icon: 'case',
      label: t.actions.change,
      words: t.words.change,
      ...opening(loadChangeDialog, { known: whole }),
    },
    mayMove &&
      whole.appointmentDate !== null && {
        id: 'move',
        icon: 'calendar',
        label: t.actions.move,
        words: t.words.move,
        ...below(() => press('move-appointment')),
      },
    whole &&
      isAtLaboratory(whole) &&
      !isAsked && {
        id: 'earlier',
        icon: 'truck',
        label: t.actions.earlier,
        words: t.words.earlier,
        ...opening(loadEarlier, { known: whole }),
      },
    row && {
      id: 'sheet',
      icon: 'download',
      label: t.actions.sheet,
      words: t.words.sheet,
      run: () => sheet.download().finally(onClose),
    },
    {
      id: 'patient',
      to: `/cases/${opened}/patient`,
      icon: 'user',
      label: t.actions.patient,
      words: t.words.patient,
    },
  ]
  return entries.filter(entry => entry !== undefined && entry !== false)
}

/** Presses the button on the case's page, which knows what the action needs. */
function press(id: string) {
  const place = document.getElementById(id)
  place?.scrollIntoView({ block: 'center' })
  place?.click()
}
