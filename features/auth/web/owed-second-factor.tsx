import { useEffect, useState } from 'react'
import { LanguageSwitch } from '#features/account/web/language-switch.tsx'
import { BrandLogo } from '#features/brand/web/brand-logo.tsx'
import { PhoneHelp } from '#features/brand/web/phone.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { SignCard } from '#kit/web/ui/sign-card.tsx'
import { SecondFactorDialogs } from './second-factor-dialogs.tsx'
import { secondFactorText } from './second-factor-text.ts'
import { authText } from './text.ts'
import { useSignOut } from './use-sign-out.ts'
import { updateUser } from './use-user.ts'

/** Milliseconds between checks whether the demand has been withdrawn. */
const askEvery = 10_000

/** All that staff see who owe a second factor: a way to set one up, and to sign out. */
export function OwedSecondFactor({ onBegin, onEnd }: { onBegin: () => void; onEnd: () => void }) {
  const t = useText(secondFactorText)
  const { logout } = useText(authText)
  const signOut = useSignOut()
  const [isOpen, setOpen] = useState(false)
  useEndOfDemand(!isOpen)
  useTitle(t.gate.title)

  function begin() {
    onBegin()
    setOpen(true)
  }
  function end() {
    setOpen(false)
    onEnd()
  }
  return (
    <SignCard
      brand={<BrandLogo size="lg" />}
      language={<LanguageSwitch />}
      title={t.gate.title}
      description={t.gate.description}
      help={<PhoneHelp />}
    >
      <Button variant="primary" size="lg" wide onClick={begin}>
        {t.turnOn}
      </Button>
      <p className="muted small">{t.gate.lost}</p>
      <Button onClick={() => void signOut()}>{logout}</Button>
      {isOpen && <SecondFactorDialogs act="add" onClose={end} />}
    </SignCard>
  )
}

/** Renews the token regularly, and when the user returns to the tab, to see whether a second factor is still owed. */
function useEndOfDemand(isWaiting: boolean) {
  useEffect(() => {
    if (!isWaiting) return
    const ask = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) void updateUser().catch(() => undefined)
    }
    ask()
    const asking = setInterval(ask, askEvery)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(asking)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [isWaiting])
}
