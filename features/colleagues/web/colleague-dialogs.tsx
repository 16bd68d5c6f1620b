import type { Colleague } from '../contract.ts'
import { DisablingDialog } from './disabling-dialog.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'

/** Nothing: an invitation. */
export type ColleagueDialogsProps = { changing?: Colleague; disabling?: Colleague }

/** In one file that comes when a hand is near the buttons. */
export function ColleagueDialogs({ changing, disabling, onClose }: ColleagueDialogsProps & { onClose: () => void }) {
  if (changing) return <RoleDialog colleague={changing} onClose={onClose} />
  if (disabling) return <DisablingDialog colleague={disabling} onClose={onClose} />
  return <InvitationDialog onClose={onClose} />
}
