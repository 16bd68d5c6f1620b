import { Link } from '@tanstack/react-router'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import { type Alike, type SignupRequest, staffSignupCalls } from '../contract.ts'
import type { JoinDialogProps } from './join-dialog.tsx'
import { staffSignupText } from './staff-text.ts'

const loadJoining = async () => (await import('./join-dialog.tsx')).JoinDialog

/** Similar entries, most similar first, with the reasons; the requester can be added to an existing practice. */
export function SignupAlike({ request, areMailsSent }: { request: SignupRequest; areMailsSent: boolean }) {
  const { one: t } = useText(staffSignupText)
  const joining = useLateDialog<JoinDialogProps>(loadJoining)
  const { alike, state } = request
  if (alike.length === 0) return <p className="muted">{t.nobody}</p>
  return (
    <>
      <ul className="staff-signup__alike">
        {alike.map(known => {
          const { kind, id, name, detail, because, isDisabled } = known
          return (
            <li key={id}>
              <span className="muted small">{t.kinds[kind]}</span>
              <TwoLines sub={detail}>
                {kind === 'request' ? (
                  <Link className="link" to="/staff/signup-requests/$id" params={{ id }}>
                    {name}
                  </Link>
                ) : kind === 'practice' ? (
                  <Link className="link" to="/staff/practices/$id" params={{ id }}>
                    {name}
                  </Link>
                ) : (
                  <span className="strong">{name}</span>
                )}
              </TwoLines>
              <span className="row">
                {because.map(likeness => (
                  <Pill key={likeness} tone="warn" icon="warning">
                    {t.because[likeness]}
                  </Pill>
                ))}
              </span>
              {known.maySignIn && state === 'waiting' && <SendLink request={request} known={known} />}
              {kind === 'practice' && isDisabled && <p className="muted small">{t.join.closed}</p>}
              {kind === 'practice' && !isDisabled && state === 'waiting' && (
                <div className="row">
                  <Button
                    size="sm"
                    onPointerEnter={joining.prepare}
                    onFocus={joining.prepare}
                    onClick={() => joining.open({ request, practice: known, areMailsSent })}
                  >
                    {t.join.act(name)}
                  </Button>
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {joining.dialog}
    </>
  )
}

/** The requester has an account: they are mailed a link, which answers the request. */
function SendLink({ request, known }: { request: SignupRequest; known: Alike }) {
  const { one } = useText(staffSignupText)
  const { link: t } = one
  const sentence = useProblemText()
  const changed = useChanged()
  const { run, isPending, error } = useAttempt(async () => {
    await call(staffSignupCalls.sendLink, { params: { id: request.id }, body: { userId: known.id } }).finally(
      () => void changed('signups'),
    )
    toast({ title: t.done(known.name) })
  })
  return (
    <div className="stack stack--sm">
      <div className="row">
        <Button
          size="sm"
          variant="primary"
          aria-label={t.actOn(known.name)}
          pending={isPending}
          onClick={() => void run()}
        >
          {t.act}
        </Button>
      </div>
      <p className="muted small">{t.hint}</p>
      {error !== undefined && (
        <Notice tone="late" live>
          {sentence(error, one.refusals)}
        </Notice>
      )}
    </div>
  )
}
