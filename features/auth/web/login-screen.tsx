import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { LanguageSwitch } from '#features/account/web/language-switch.tsx'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { BrandLogo } from '#features/brand/web/brand-logo.tsx'
import { PhoneHelp } from '#features/brand/web/phone.tsx'
import { useText } from '#kit/web/text.tsx'
import { SignCard } from '#kit/web/ui/sign-card.tsx'
import { ForgottenPassword } from './forgotten-password.tsx'
import { LoginForm } from './login-form.tsx'
import { authText } from './text.ts'

/** The sign-in form, and its view `#forgot` for who has lost the password. */
export function LoginScreen() {
  const t = useText(authText)
  const brand = useBrand()
  const forgotten = useLocation({ select: location => location.hash === 'forgot' })
  useFocusOnChange(forgotten)
  return (
    <SignCard
      brand={<BrandLogo size="lg" />}
      language={<LanguageSwitch />}
      title={forgotten ? t.forgotten.title : t.login.title}
      description={forgotten ? t.forgotten.description(brand.companyName) : t.login.description}
      footer={
        forgotten ? undefined : (
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
      {/* Kept while the other view is shown: what has been typed is still there on the way back. */}
      <div hidden={forgotten}>
        <LoginForm inForce={!forgotten} />
      </div>
      {forgotten && <ForgottenPassword />}
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
