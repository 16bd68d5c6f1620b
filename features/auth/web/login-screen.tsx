import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { LanguageSwitch } from '#features/account/web/language-switch.tsx'
import { BrandLogo } from '#features/brand/web/brand-logo.tsx'
import { PhoneHelp } from '#features/brand/web/phone.tsx'
import { useText } from '#kit/web/text.tsx'
import { SignCard } from '#kit/web/ui/sign-card.tsx'
import { LateView } from './late-views.ts'
import { useLink } from './link.ts'
import { LoginForm } from './login-form.tsx'
import { authText } from './text.ts'

/** The sign-in form, and its views for who has lost the password (`#forgot`) and who has a link to choose one (`#choose`). */
export function LoginScreen() {
  const t = useText(authText)
  const link = useLink()
  const [challenge, setChallenge] = useState<string | null>(null)
  const place = useLocation({ select: ({ hash }) => (hash === 'forgot' || hash === 'choose' ? hash : 'login') })
  const view = challenge && place === 'login' ? 'code' : place
  useFocusOnChange(view)
  const words = { login: t.login, code: t.login, forgot: t.forgotten, choose: t.choose[link?.purpose ?? 'reset'] }[view]
  return (
    <SignCard
      brand={<BrandLogo size="lg" />}
      language={<LanguageSwitch />}
      title={words.title}
      description={words.description}
      footer={
        view === 'login' && (
          <>
            <Link className="link link--alone" to="/login" search={previous => previous} hash="forgot">
              {t.login.forgotten}
            </Link>
            <span>
              {t.login.noAccount}{' '}
              <Link className="link link--alone" to="/signup" search={previous => previous}>
                {t.login.createAccount}
              </Link>
            </span>
          </>
        )
      }
      help={<PhoneHelp />}
    >
      {/* Kept while another view is shown: what has been typed is still there on the way back. */}
      <div hidden={view !== 'login'}>
        <LoginForm inForce={view === 'login'} onChallenge={setChallenge} />
      </div>
      {view !== 'login' && <LateView {...{ view, link, challenge }} onChallenge={setChallenge} />}
    </SignCard>
  )
}

/** The view changes without a new page: whoever cannot see it is taken to its beginning. */
function useFocusOnChange(view: unknown) {
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    document.getElementById('main')?.focus()
  }, [view])
}
