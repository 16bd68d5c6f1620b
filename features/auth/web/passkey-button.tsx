import { useState } from 'react'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { authText } from './text.ts'

const PasskeySignIn = later(() => import('./passkey-sign-in.tsx').then(module => module.PasskeySignIn))

/** Its code loads once the page has settled or is touched. */
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
