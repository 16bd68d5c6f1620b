import { Link } from '@tanstack/react-router'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { SignupRequest } from '../contract.ts'
import type { JoinDialogProps } from './join-dialog.tsx'
import { staffSignupText } from './staff-text.ts'

const loadJoining = async () => (await import('./join-dialog.tsx')).JoinDialog

/** The likest first, and in what; a practice that is there already can take whoever asks. */
export function SignupAlike({ request }: { request: SignupRequest }) {
  const { one: t } = useText(staffSignupText)
  const joining = useLateDialog<JoinDialogProps>(loadJoining)
  const { alike, state } = request
  if (alike.length === 0) return <p className="muted">{t.nobody}</p>
  return (
    <>
      <ul className="staff-signup__alike">
        {alike.map(known => {
          const { kind, id, name, detail, because } = known
          return (
            <li key={id}>
              <span className="muted small">{t.kinds[kind]}</span>
              <TwoLines sub={detail}>
                {kind === 'request' ? (
                  <Link className="link" to="/staff/signup-requests/$id" params={{ id }}>
                    {name}
                  </Link>
                ) : kind === 'practice' ? (
                  <Link className="link" to="/staff/practices" search={{ search: name }}>
                    {name}
                  </Link>
                ) : (
                  <span className="strong">{name}</span>
                )}
              </TwoLines>
              <span className="row">
                {because.map(likeness => (
                  <Pill key={likeness} tone="warn">
                    {t.because[likeness]}
                  </Pill>
                ))}
              </span>
              {kind === 'practice' && state === 'waiting' && (
                <div className="row">
                  <Button
                    size="sm"
                    onPointerEnter={joining.prepare}
                    onFocus={joining.prepare}
                    onClick={() => joining.open({ request, practice: known })}
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
