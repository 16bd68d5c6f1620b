import { useText } from '#kit/web/text.tsx'
import { accessText } from './access-text.ts'
import { ActDialog } from './act-dialog.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { KeepOutDialog, type WithCases } from './keep-out-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'

export type AccessDialogsProps = {
  shown: 'link' | 'address' | 'withdrawing' | 'disabling' | 'takingSecondFactorAway'
  person: { name: string; email: string } & WithCases
  calls: {
    copyLink: () => Promise<{ path: string }>
    correct: (body: { email: string }) => Promise<unknown>
    withdraw: () => Promise<unknown>
    setAccess: (isDisabled: boolean, casesTo: string | null) => Promise<unknown>
    takeSecondFactorAway?: () => Promise<unknown>
  }
  refusals: Partial<Record<string, string>>
  /** Shown once an invitation has been sent to this address. */
  invited: (address: string) => { title: string; description?: string }
}

/** In one chunk, loaded when the pointer comes near the menu. */
export function AccessDialogs({
  shown,
  person,
  calls,
  refusals,
  invited,
  onClose,
}: AccessDialogsProps & { onClose: () => void }) {
  const t = useText(accessText)
  const dialog = { name: person.name, refusals, onClose }
  if (shown === 'link') return <LinkDialog {...dialog} make={calls.copyLink} />
  if (shown === 'address') return <AddressDialog {...dialog} person={person} send={calls.correct} done={invited} />
  if (shown === 'withdrawing') return <ActDialog {...dialog} words={t.withdrawing} act={calls.withdraw} />
  if (shown === 'takingSecondFactorAway' && calls.takeSecondFactorAway)
    return <ActDialog {...dialog} words={t.takingSecondFactorAway} act={calls.takeSecondFactorAway} />
  return <KeepOutDialog {...dialog} person={person} act={casesTo => calls.setAccess(true, casesTo)} />
}
