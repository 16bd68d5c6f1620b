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

/** The sign-in form, with views for a lost password (`#forgot`) and for choosing one with a link (`#choose`). */
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
      {/* Stays mounted behind other views, so that typed text is kept. */}
      <div hidden={view !== 'login'}>
        <LoginForm inForce={view === 'login'} onChallenge={setChallenge} />
      </div>
      {view !== 'login' && <LateView {...{ view, link, challenge }} onChallenge={setChallenge} />}
    </SignCard>
  )
}

/** Views change without a navigation, so the focus moves to the new one for users who cannot see it. */
function useFocusOnChange(view: unknown) {
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    document.getElementById('main')?.focus()
  }, [view])
}
