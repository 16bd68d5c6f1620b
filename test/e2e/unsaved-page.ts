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
import * as v from 'valibot'
import { useUnsavedChanges } from '#kit/web/dirty-forms.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { LanguageProvider, loadText, startLanguage } from '#kit/web/text.tsx'
import { UnsavedQuestion } from '#kit/web/unsaved-question.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { useLeaveGuard } from '#kit/web/use-leave-guard.ts'

/** A page with one form, drawn by unsaved-changes.e2e.ts. */
function FormScreen() {
  const [saved, setSaved] = useState('')
  const [typed, setTyped] = useState('')
  const [closed, setClosed] = useState(0)
  const { settled, mayDiscard } = useUnsavedChanges(typed !== saved)
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

/** A section that stays open after saving, and two who know what is there: this one at once, a colleague too. */
function SectionScreen() {
  const [there, setThere] = useState('Paris')
  const [sent, setSent] = useState<string[]>([])
  const form = useForm({
    initial: { town: there },
    shape: v.object({ town: v.string() }),
    sentences: {},
    send: async ({ town }, key) => {
      if (town === 'Nowhere') throw new Error('refused')
      setSent(before => [...before, `${town} ${key}`])
    },
  })
  const button = (name: string, onClick: () => void) => element('button', { type: 'button', onClick }, name)
  return element(
    'form',
    form.props,
    element('input', { 'aria-label': 'Town', ...form.text('town'), error: undefined }),
    element('button', { type: 'submit' }, 'Save'),
    button('Clear', form.clear),
    button('It has arrived', () => setThere(form.values.town)),
    button('A colleague says Lyon', () => setThere('Lyon')),
    button('A colleague says Nice', () => setThere('Nice')),
    form.failure !== undefined && element('p', { role: 'alert' }, 'Failed'),
    element('output', null, `${sent.length} sent, ${new Set(sent).size} keys`),
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
const section = createRoute({ getParentRoute: () => root, path: '/section', component: SectionScreen })
const other = createRoute({
  getParentRoute: () => root,
  path: '/other',
  component: () =>
    element(
      Fragment,
      null,
      element('h1', null, 'Elsewhere'),
      element(Link, { to: '/form' }, 'Return'),
      element(Link, { to: '/section' }, 'Section'),
    ),
})

startLanguage('en')
void loadText(kitText).then(() => {
  const container = document.getElementById('root')
  const router = createRouter({ routeTree: root.addChildren([form, section, other]) })
  // Another router than the application's, whose type is the registered one.
  const props = { router } as unknown as Parameters<typeof RouterProvider>[0]
  if (container) createRoot(container).render(element(LanguageProvider, null, element(RouterProvider, props)))
})
