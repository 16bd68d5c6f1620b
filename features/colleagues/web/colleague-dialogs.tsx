import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { type Colleague, colleagueCalls } from '../contract.ts'
import { CorrectionDialog } from './correction-dialog.tsx'
import { DisablingDialog } from './disabling-dialog.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'
import { nameOf } from './name.ts'
import { RoleDialog } from './role-dialog.tsx'
import { colleaguesText } from './text.ts'
import { useMailing } from './use-mailing.ts'
import { WithdrawalDialog } from './withdrawal-dialog.tsx'

/** Without any of these: an invitation. */
export type ColleagueDialogsProps = {
  changing?: Colleague
  disabling?: Colleague
  correcting?: Colleague
  withdrawing?: Colleague
}

/** One chunk for all dialogs, preloaded when the pointer nears the buttons. */
export function ColleagueDialogs({
  changing,
  disabling,
  correcting,
  withdrawing,
  onClose,
}: ColleagueDialogsProps & { onClose: () => void }) {
  const { form, refusals } = useText(colleaguesText)
  const changed = useChanged()
  const { words, invited } = useMailing()
  // Also after a refusal: another manager may have been quicker.
  const settling = <T,>(work: Promise<T>) => work.finally(() => void changed('colleagues'))
  if (changing) {
    const params = { id: changing.id }
    return (
      <RoleDialog
        person={{ ...changing, name: nameOf(changing) }}
        send={body => settling(call(colleagueCalls.change, { params, body }))}
        {...{ refusals, onClose }}
      />
    )
  }
  if (disabling) return <DisablingDialog colleague={disabling} onClose={onClose} />
  if (correcting) return <CorrectionDialog colleague={correcting} onClose={onClose} />
  if (withdrawing) return <WithdrawalDialog colleague={withdrawing} onClose={onClose} />
  return (
    <InvitationDialog
      words={{ title: form.title, description: words.description, submit: words.submit }}
      send={(body, key) => settling(call(colleagueCalls.invite, { body, key }))}
      done={name => ({ title: form.done(name), description: invited })}
      {...{ refusals, onClose }}
    />
  )
}
