import { useEffect, useState } from 'react'
import { Problem } from '#kit/problem.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { passkeyText } from './passkey-text.ts'
import { isLeft, offerPasskeys, signInWithPasskey } from './passkeys.ts'

/**
 * Asks for a passkey each time the button is pressed; until then, and again afterwards, the browser offers those it has where
 * the login is typed.
 */
export function PasskeySignIn({ presses }: { presses: number }) {
  const t = useText(passkeyText).signIn
  const sentence = useProblemText()
  const [error, setError] = useState<unknown>()

  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const tellOf = (failure: unknown) => {
      if (!signal.aborted) setError(failure)
    }
    async function work() {
      if (presses > 0) {
        setError(undefined)
        await signInWithPasskey(signal).catch(tellOf)
      }
      await offerPasskeys(signal).catch(tellOf)
    }
    void work()
    return () => leaving.abort()
  }, [presses])

  if (error === undefined) return null
  return (
    <Notice tone="late" live>
      {error instanceof Problem ? sentence(error, t.refusals) : isLeft(error) ? t.left : t.unknown}
    </Notice>
  )
}
