import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { session } from '#features/auth/web/browser-session.ts'
import { authText } from '#features/auth/web/text.ts'
import type { PageToDraw } from '#features/brand/page-to-draw.ts'
import type { CheckedBrand } from '#features/brand/rules.ts'
import { BrandProvider } from '#features/brand/web/brand-context.tsx'
import { brandText } from '#features/brand/web/text.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { LanguageProvider, loadText, startLanguage } from '#kit/web/text.tsx'
import type { Audience } from '#tenancy/audience.ts'
import { routerMakers } from './screens.ts'
import { queryClient } from './signed-in.tsx'

/**
 * Draws the screen at an address with its data, by the screen's own components and loaders. Undefined if it redirects elsewhere
 * or cannot be shown. One at a time per thread: session, texts and query cache are global and belong to one person.
 */
export async function drawPage(page: PageToDraw): Promise<string | undefined> {
  queryClient.clear()
  session.begin(page.token)
  startLanguage(page.language)
  try {
    await Promise.all([kitText, brandText, authText].map(loadText))
    // Lazily loaded parts are there on the second drawing.
    const drawn = await draw(page)
    return drawn === undefined || hasScreen(drawn) ? drawn : await drawWhole(page)
  } finally {
    queryClient.clear()
    // Ends this user's session; otherwise requests for the next page would be refused (session.ts, `owner`).
    session.hearMark('left')
  }
}

const hasScreen = (markup: string) => markup.includes('<h1')

async function drawWhole(page: PageToDraw) {
  const drawn = await draw(page)
  return drawn && hasScreen(drawn) ? drawn : undefined
}

/** Redirects are followed as in a browser. */
const mostSteps = 3

async function draw({ audience, address, brand, sidebarOpen }: PageToDraw): Promise<string | undefined> {
  let at = address
  for (let step = 0; step < mostSteps; step++) {
    const router = routerMakers[audience]({ sidebarOpen, history: createMemoryHistory({ initialEntries: [at] }) })
    await router.load()
    const result = router._serverResult
    if (result?.type === 'render') return result.status === 200 ? drawRouter(router, brand) : undefined
    const next = result?.redirect.options.href
    if (!next?.startsWith('/')) return undefined
    at = next
  }
  return undefined
}

/** Without the router's inline script, which restores scroll positions and is useless in the first picture. */
export function drawRouter(router: ReturnType<(typeof routerMakers)[Audience]>, brand: CheckedBrand): string {
  const markup = renderToStaticMarkup(
    <LanguageProvider>
      <BrandProvider brand={brand}>
        <RouterProvider router={router} />
      </BrandProvider>
    </LanguageProvider>,
  )
  const [first = '', ...others] = markup.split('<script>')
  // React adds a preload for an image that follows in the next line.
  return [
    first.replace(/^<link rel="preload" as="image"[^>]*>/, ''),
    ...others.map(part => part.slice(part.indexOf(end) + end.length)),
  ].join('')
}

const end = '</script>'
