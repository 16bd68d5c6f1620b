import { Link } from '@tanstack/react-router'
import { LanguageSwitch } from '#features/account/web/language-switch.tsx'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { BrandLogo } from '#features/brand/web/brand-logo.tsx'
import { CallButton, PhoneHelp } from '#features/brand/web/phone.tsx'
import { PlainList } from '#kit/web/plain-list.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { SignCard } from '#kit/web/ui/sign-card.tsx'
import { signupText } from './text.ts'

/** Until practices can register here, this page says plainly how it is done. */
export function SignupScreen() {
  const t = useText(signupText)
  const brand = useBrand()
  useTitle(t.title)
  return (
    <SignCard
      brand={<BrandLogo size="lg" />}
      language={<LanguageSwitch />}
      title={t.title}
      description={t.description(brand.companyName)}
      footer={
        <span>
          {t.hasAccount}{' '}
          <Link className="link link--alone" to="/login" search={previous => previous}>
            {t.signIn}
          </Link>
        </span>
      }
      help={<PhoneHelp />}
    >
      <div className="stack stack--sm">
        <p>{t.prepare}</p>
        <PlainList items={t.needed} />
        <p>{t.afterwards}</p>
      </div>
      <CallButton />
    </SignCard>
  )
}
