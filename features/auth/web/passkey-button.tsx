import { useState } from 'react'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { authText } from './text.ts'

const PasskeySignIn = later(() => import('./passkey-sign-in.tsx').then(module => module.PasskeySignIn))

/** The other way in. What it does comes once the page stands, or somebody touches it. */
export function PasskeyButton() {
  const t = useText(authText).login
  const [isAsked, setAsked] = useState(false)
  function ask() {
    setAsked(true)
    PasskeySignIn.prepare().catch(() => {
      setAsked(false)
      toast({ tone: 'late', title: t.failed })
    })
  }
  return (
    <>
      <Button size="lg" wide pending={isAsked} onClick={ask}>
        {t.passkey}
      </Button>
      <PasskeySignIn isAsked={isAsked} onLeft={() => setAsked(false)} />
    </>
  )
}
