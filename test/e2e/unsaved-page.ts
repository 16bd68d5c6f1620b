import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router'
import { createElement as element, Fragment, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { mayDiscard, useUnsavedChanges } from '#kit/web/dirty-forms.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { LanguageProvider, loadText, startLanguage } from '#kit/web/text.tsx'
import { UnsavedQuestion } from '#kit/web/unsaved-question.tsx'
import { useLeaveGuard } from '#kit/web/use-leave-guard.ts'

/** A page with one form, drawn by unsaved-changes.e2e.ts: no screen of the portal has a form that can be dirty yet. */
function FormScreen() {
  const [saved, setSaved] = useState('')
  const [typed, setTyped] = useState('')
  const [closed, setClosed] = useState(0)
  const settled = useUnsavedChanges(typed !== saved)
  const navigate = useNavigate()
  return element(
    Fragment,
    null,
    element('input', {
      'aria-label': 'Form',
      value: typed,
      onChange: (event: { currentTarget: HTMLInputElement }) => setTyped(event.currentTarget.value),
    }),
    element(
      'button',
      {
        type: 'button',
        onClick: () => {
          setSaved(typed)
          settled()
          void navigate({ href: '/other' })
        },
      },
      'Save',
    ),
    element(
      'button',
      { type: 'button', onClick: () => void mayDiscard().then(discard => discard && setClosed(closed + 1)) },
      `Close ${closed}`,
    ),
    element(Link, { to: '/other' }, 'Leave'),
  )
}

const root = createRootRoute({
  component: () => {
    useLeaveGuard()
    return element(Fragment, null, element(Outlet), element(UnsavedQuestion))
  },
})
const form = createRoute({ getParentRoute: () => root, path: '/form', component: FormScreen })
const other = createRoute({
  getParentRoute: () => root,
  path: '/other',
  component: () => element(Fragment, null, element('h1', null, 'Elsewhere'), element(Link, { to: '/form' }, 'Return')),
})

startLanguage('en')
void loadText(kitText).then(() => {
  const container = document.getElementById('root')
  const router = createRouter({ routeTree: root.addChildren([form, other]) })
  // Another router than the application's, whose type is the registered one.
  const props = { router } as unknown as Parameters<typeof RouterProvider>[0]
  if (container) createRoot(container).render(element(LanguageProvider, null, element(RouterProvider, props)))
})
