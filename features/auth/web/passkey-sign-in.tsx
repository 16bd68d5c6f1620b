import { useEffect, useEffectEvent, useState } from 'react'
import { Problem } from '#kit/problem.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { passkeyText } from './passkey-text.ts'
import { isLeft, offerPasskeys, signInWithPasskey } from './passkeys.ts'

/**
 * Opens the browser's passkey dialog once the button is pressed; before and afterwards, offers passkeys by autofill in the login
 * field.
 */
export function PasskeySignIn({ isAsked, onLeft }: { isAsked: boolean; onLeft: () => void }) {
  const t = useText(passkeyText).signIn
  const sentence = useProblemText()
  const [error, setError] = useState<unknown>()
  const tellLeft = useEffectEvent(onLeft)

  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    async function work() {
      try {
        if (!isAsked) return await offerPasskeys(signal)
        setError(undefined)
        await signInWithPasskey(signal)
      } catch (failure) {
        if (signal.aborted) return
        setError(failure)
        if (isAsked) tellLeft()
      }
    }
    void work()
    return () => leaving.abort()
  }, [isAsked])

  if (error === undefined) return null
  return isLeft(error) ? (
    <Notice live>{t.left}</Notice>
  ) : (
    <Notice tone="late" live>
      {error instanceof Problem ? sentence(error, t.refusals) : t.unknown}
    </Notice>
  )
}
