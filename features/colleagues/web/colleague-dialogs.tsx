import type { Colleague } from '../contract.ts'
import { CorrectionDialog } from './correction-dialog.tsx'
import { DisablingDialog } from './disabling-dialog.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { WithdrawalDialog } from './withdrawal-dialog.tsx'

/** Nothing: an invitation. */
export type ColleagueDialogsProps = {
  changing?: Colleague
  disabling?: Colleague
  correcting?: Colleague
  withdrawing?: Colleague
}

/** In one file that comes when a hand is near the buttons. */
export function ColleagueDialogs({
  changing,
  disabling,
  correcting,
  withdrawing,
  onClose,
}: ColleagueDialogsProps & { onClose: () => void }) {
  if (changing) return <RoleDialog colleague={changing} onClose={onClose} />
  if (disabling) return <DisablingDialog colleague={disabling} onClose={onClose} />
  if (correcting) return <CorrectionDialog colleague={correcting} onClose={onClose} />
  if (withdrawing) return <WithdrawalDialog colleague={withdrawing} onClose={onClose} />
  return <InvitationDialog onClose={onClose} />
}
