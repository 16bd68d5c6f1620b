import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { session } from '#features/auth/web/browser-session.ts'
import { authText } from '#features/auth/web/text.ts'
import type { CheckedBrand } from '#features/brand/rules.ts'
import { type ShellName, shellFile, shellPlaces } from '#features/brand/shells.ts'
import { BrandProvider } from '#features/brand/web/brand-context.tsx'
import { brandText } from '#features/brand/web/text.ts'
import { languages } from '#kit/language.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { LanguageProvider, loadText, startLanguage } from '#kit/web/text.tsx'
import { makeRouter } from './router.tsx'

const addresses: Record<ShellName, string> = {
  login: '/login',
  dashboard: '/dashboard',
  cases: '/cases',
  case: '/cases/00000000-0000-4000-8000-000000000000',
  newCase: '/cases/new',
}

/** Behind the sign-in. */
const screensInside = ['dashboard', 'cases', 'case', 'newCase'] as const

/**
 * The first picture of a screen, before its script has come: drawn by the screen's own components when the product is
 * built, once for each language, with and without a logo, with the sidebar open and as a rail. The server fills in the
 * laboratory (app/server/page.ts). `token` makes the screens behind the sign-in believe in a user without a name.
 */
export async function renderShells(token: string): Promise<Record<string, string>> {
  const shells: Record<string, string> = {}
  for (const language of languages) {
    startLanguage(language)
    await Promise.all([kitText, brandText, authText].map(loadText))
    // The router draws nothing where a screen's parts arrive while it loads; the second time they are there.
    for (const screen of ['login', ...screensInside] as const) await drawScreen(screen, true, true)
    for (const hasLogo of [true, false]) {
      const draw = (screen: ShellName, sidebarOpen: boolean) => drawScreen(screen, hasLogo, sidebarOpen)
      shells[shellFile({ screen: 'login', language, hasLogo, sidebarOpen: true })] = await draw('login', true)
      session.begin(token)
      for (const screen of screensInside) {
        for (const sidebarOpen of [true, false])
          shells[shellFile({ screen, language, hasLogo, sidebarOpen })] = await draw(screen, sidebarOpen)
      }
      void session.leave()
    }
  }
  return shells
}

async function drawScreen(screen: ShellName, hasLogo: boolean, sidebarOpen: boolean): Promise<string> {
  const history = createMemoryHistory({ initialEntries: [addresses[screen]] })
  const router = makeRouter({ sidebarOpen, history })
  await router.load()
  const markup = renderToStaticMarkup(
    <LanguageProvider>
      <BrandProvider brand={hasLogo ? brandPlaces : { ...brandPlaces, companyLogo: null }}>
        <RouterProvider router={router} />
      </BrandProvider>
    </LanguageProvider>,
  )
  // The router's own script restores a scroll position of which a picture has none.
  const [first, ...others] = markup.split('<script>')
  return [first, ...others.map(part => part.slice(part.indexOf(end) + end.length))].join('')
}

const end = '</script>'

const brandPlaces: CheckedBrand = {
  id: '',
  companyName: shellPlaces.companyName,
  companyLogo: shellPlaces.companyLogo,
  companyFavicon: null,
  clientServicePhone: shellPlaces.clientServicePhone,
  whiteLabel: {
    primary: '',
    primaryForeground: '',
    secondary: '',
    secondaryForeground: '',
    cardForeground: '',
    ring: '',
    border: '',
  },
  deliveryTimeInformation: { version: 1, defaultLanguage: 'fr', content: {} },
  timeZone: 'Europe/Paris',
  feedbackWidget: null,
}
