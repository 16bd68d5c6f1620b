import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { secondFactorCalls } from '../second-factor-contract.ts'
import { AuthenticatorDialog } from './authenticator-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { secondFactorQuery, sessionList } from './queries.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { secondFactorText } from './second-factor-text.ts'
import { updateUser } from './use-user.ts'

export type SecondFactorDialogsProps = { act: 'add' | 'remove' | 'renew' }
type Step =
  | { is: 'password' }
  | { is: 'authenticator'; made: { secret: string; address: string } }
  | { is: 'codes'; codes: readonly string[] }

/** Dialogs for codes: each begins with the password, and those that make recovery codes end by showing them. */
export function SecondFactorDialogs({ act, onClose }: SecondFactorDialogsProps & { onClose: () => void }) {
  const t = useText(secondFactorText)
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>({ is: 'password' })
  const showCodes = (codes: readonly string[]) => setStep({ is: 'codes', codes })

  function finish(title?: string) {
    if (title) toast({ title })
    for (const { queryKey } of [secondFactorQuery, sessionList]) void queries.invalidateQueries({ queryKey })
    // The token says whether a second factor is owed.
    if (act !== 'renew') void updateUser().catch(() => undefined)
    onClose()
  }
  if (step.is === 'authenticator') return <AuthenticatorDialog made={step.made} done={showCodes} onClose={onClose} />
  if (step.is === 'codes')
    return <RecoveryCodesDialog codes={step.codes} onClose={() => finish(act === 'add' ? t.adding.done : undefined)} />
  switch (act) {
    case 'add':
      return (
        <PasswordDialog
          words={{ ...t.adding, submit: t.next }}
          send={async body => (await call(secondFactorCalls.begin, { body })).data}
          done={made => setStep({ is: 'authenticator', made })}
          onClose={onClose}
        />
      )
    case 'remove':
      return (
        <PasswordDialog
          words={t.removing}
          send={body => call(secondFactorCalls.remove, { body })}
          done={() => finish(t.removing.done)}
          onClose={onClose}
        />
      )
    case 'renew':
      return (
        <PasswordDialog
          words={t.renewing}
          send={async body => (await call(secondFactorCalls.renewCodes, { body })).data.recoveryCodes}
          done={showCodes}
          onClose={onClose}
        />
      )
  }
}
