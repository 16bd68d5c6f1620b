import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { LanguageSwitch } from '#features/account/web/language-switch.tsx'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { BrandLogo } from '#features/brand/web/brand-logo.tsx'
import { PhoneHelp } from '#features/brand/web/phone.tsx'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { Answer } from '#kit/web/ui/answer.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { SignCard } from '#kit/web/ui/sign-card.tsx'
import { useLeaveGuard } from '#kit/web/use-leave-guard.ts'
import { type Sent, SignupForm } from './signup-form.tsx'
import { signupText } from './text.ts'

const UnsavedQuestion = later(() => import('#kit/web/unsaved-question.tsx').then(module => module.UnsavedQuestion))

/** Requests an account, which the laboratory decides on. */
export function SignupScreen() {
  // Signed-in screens get this guard from their frame, which is missing here.
  useLeaveGuard()
  const t = useText(signupText)
  const brand = useBrand()
  const [sent, setSent] = useState<Sent>()
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
      {sent && (
        <Answer>
          <Notice tone="ok" title={t.signup.success} live>
            {sent.areMailsSent
              ? t.signup.next(brand.companyName, sent.address)
              : t.signup.nextByHand(brand.companyName)}
          </Notice>
        </Answer>
      )}
      <SignupForm onTried={() => setSent(undefined)} onSent={setSent} />
      <UnsavedQuestion />
    </SignCard>
  )
}
