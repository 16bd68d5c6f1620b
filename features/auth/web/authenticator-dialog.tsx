import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { QrCode } from '#kit/web/ui/qr-code.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { AuthenticatorProof } from '../second-factor.ts'
import { secondFactorCalls } from '../second-factor-contract.ts'
import { CodeInput } from './code-input.tsx'
import './second-factor.css'
import { secondFactorText } from './second-factor-text.ts'

type AuthenticatorDialogProps = {
  made: { secret: string; address: string }
  done: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

/** Codes are required only once a first code has shown that the app works. */
export function AuthenticatorDialog({ made: { secret, address }, done, onClose }: AuthenticatorDialogProps) {
  const { adding: t, faults, refusals } = useText(secondFactorText)
  const form = useForm({
    initial: { code: '' },
    shape: AuthenticatorProof,
    sentences: { code: faults },
    refused: error =>
      error instanceof Problem && error.code === 'code_wrong' ? { code: refusals.code_wrong } : undefined,
    send: async body => (await call(secondFactorCalls.confirm, { body })).data.recoveryCodes,
    done,
    asksBeforeLeaving: false,
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.scanTitle}
      description={t.scan}
      submitLabel={t.submit}
      failed={t.failed}
      refusals={refusals}
    >
      <QrCode text={address} label={t.qr} />
      <p className="small">
        <span className="muted">{t.secret}</span>
        <br />
        <span className="strong secret">{secret.replace(/.{4}(?=.)/g, '$& ')}</span>
      </p>
      <CodeInput {...form.text('code')} kind="authenticator" label={t.code} hint={t.hint} />
    </FormDialog>
  )
}
