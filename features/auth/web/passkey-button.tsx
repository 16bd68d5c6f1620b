import { useState } from 'react'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { authText } from './text.ts'

const PasskeySignIn = later(() => import('./passkey-sign-in.tsx').then(module => module.PasskeySignIn))

/** The other way in. What it does comes once the page stands, or somebody touches it. */
export function PasskeyButton() {
  const t = useText(authText).login
  const [presses, setPresses] = useState(0)
  return (
    <>
      <PasskeySignIn presses={presses} />
      <Button size="lg" wide onClick={() => setPresses(presses + 1)}>
        {t.passkey}
      </Button>
    </>
  )
}
