import { createMemoryHistory } from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { makeRouter } from '#app/portal/router.tsx'
import { session } from '#features/auth/web/browser-session.ts'
import { useSignOut } from '#features/auth/web/use-sign-out.ts'
import { caseActCalls } from '#features/cases/acts-contract.ts'
import { call, setUpCalls } from '#kit/web/call.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { latePresses, toastPresser } from '#kit/web/late-presses.ts'
import { loadText } from '#kit/web/text.tsx'
import { toastStore } from '#kit/web/ui/toast.ts'
import { token } from '#test/browser-of-tabs.ts'
import { followSession } from './follow-session.tsx'

const router = makeRouter({ sidebarOpen: true, history: createMemoryHistory() })

let signOut = async () => {}
function SignOutButton() {
  signOut = useSignOut()
  return null
}

test('who signs out has what waits sent in their name first, and leaves no toast to who comes next', async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  const sent: string[] = []
  const mine = token(Date.now() / 1000 + 600)
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    sent.push(`${path} by ${new Headers(headers).get('authorization') === `Bearer ${mine}` ? 'u1' : 'another'}`)
    return Response.json({ data: { ids: [] } })
  })
  setUpCalls({ authorization: session })
  followSession(router, { makeRouter, queries: async () => ({ clear: () => undefined }), leave: async () => undefined })
  session.begin(mine)

  latePresses<string>(session).press(
    'case',
    'received',
    onClosing => {
      const tell = toastPresser(session)
      return call(caseActCalls.receive, { body: { ids: [] }, ...(onClosing && { keepalive: onClosing }) }).then(() =>
        tell({ title: 'ABC-1 noted' }),
      )
    },
    {
      offer: { title: 'ABC-1 noted in ten seconds', action: { label: 'Undo', run: () => undefined } },
      lost: { title: 'ABC-1 not noted', tone: 'late' },
    },
  )
  await loadText(kitText)
  renderToString(createElement(SignOutButton))
  await signOut()

  expect(sent).toEqual(['/api/orders/received by u1', '/api/token/invalidate by u1'])
  expect(toastStore.read()).toEqual([])

  session.begin(mine)
  const title = 'ABC-2 not noted'
  latePresses<string>(session).press('other', 'received', async () => sent.push('ABC-2'), {
    offer: { title: 'ABC-2 noted in ten seconds' },
    lost: { title, tone: 'late' },
  })
  session.hearMark('left')
  await expect.poll(() => toastStore.read()).toMatchObject([{ title }])
  session.begin(token(Date.now() / 1000 + 600, { id: 'u2' }))
  expect(toastStore.read()).toEqual([])
  expect(sent).toHaveLength(2)
})
