import { Link } from '@tanstack/react-router'
import { useText } from '#kit/web/text.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { Alike } from '../contract.ts'
import { staffSignupText } from './staff-text.ts'

/** The likest first, and in what. */
export function SignupAlike({ alike }: { alike: readonly Alike[] }) {
  const { one: t } = useText(staffSignupText)
  if (alike.length === 0) return <p className="muted">{t.nobody}</p>
  return (
    <ul className="staff-signup__alike">
      {alike.map(({ kind, id, name, detail, because }) => (
        <li key={id}>
          <span className="muted small">{t.kinds[kind]}</span>
          <TwoLines sub={detail}>
            {kind === 'request' ? (
              <Link className="link" to="/staff/signup-requests/$id" params={{ id }}>
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
        </li>
      ))}
    </ul>
  )
}
