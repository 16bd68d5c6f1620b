import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { makeRouter as makePortal, openScreens, portalScreens } from '#app/portal/router.tsx'
import { makeRouter as makeConsole } from '#app/staff/router.tsx'
import { staffScreens } from '#app/staff/screens.ts'
import { session } from '#features/auth/web/browser-session.ts'
import { authText } from '#features/auth/web/text.ts'
import type { CheckedBrand } from '#features/brand/rules.ts'
import { type ShellName, shellFile, shellPlaces } from '#features/brand/shells.ts'
import { BrandProvider } from '#features/brand/web/brand-context.tsx'
import { brandText } from '#features/brand/web/text.ts'
import { languages } from '#kit/language.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { LanguageProvider, loadText, startLanguage } from '#kit/web/text.tsx'
import type { Audience } from '#tenancy/audience.ts'
import { portal, root, staffConsole } from '#tenancy/web/roots.tsx'

const addresses: Record<ShellName, string> = {
  login: '/login',
  dashboard: '/dashboard',
  cases: '/cases',
  case: '/cases/00000000-0000-4000-8000-000000000000',
  newCase: '/cases/new',
  staff: '/staff',
}

/** Behind the sign-in. */
const screensOf = { practice: ['dashboard', 'cases', 'case', 'newCase'], staff: ['staff'] } as const

/** Never made: so that a link to any screen, of either audience, is checked. */
const withEveryScreen = () =>
  createRouter({
    routeTree: root.addChildren([
      ...openScreens,
      portal.addChildren(portalScreens),
      staffConsole.addChildren(staffScreens),
    ]),
    context: { queries: () => Promise.reject(), enter: () => Promise.reject(), sidebarOpen: true },
  })
declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof withEveryScreen>
  }
}

/**
 * The first picture of a screen, before its script has come: drawn by the screen's own components when the product is
 * built, once for each language, with and without a logo, with the sidebar open and as a rail. The server fills in the
 * laboratory (app/server/page.ts). `tokens` make the screens behind the sign-in believe in a user without a name.
 */
export async function renderShells(
  tokens: Record<Audience, string>,
): Promise<Record<Audience, Record<string, string>>> {
  const shells: Record<Audience, Record<string, string>> = { practice: {}, staff: {} }
  for (const language of languages) {
    startLanguage(language)
    await Promise.all([kitText, brandText, authText].map(loadText))
    const drawAll = async (audience: Audience, screens: readonly ShellName[], sidebars: readonly boolean[]) => {
      // The router draws nothing where a screen's parts arrive while it loads; the second time they are there.
      for (const screen of screens) await drawScreen(audience, screen, true, true)
      for (const hasLogo of [true, false])
        for (const screen of screens)
          for (const sidebarOpen of sidebars)
            shells[audience][shellFile({ screen, language, hasLogo, sidebarOpen })] = await drawScreen(
              audience,
              screen,
              hasLogo,
              sidebarOpen,
            )
    }
    await drawAll('practice', ['login'], [true])
    for (const audience of ['practice', 'staff'] as const) {
      session.begin(tokens[audience])
      await drawAll(audience, screensOf[audience], [true, false])
      void session.leave()
    }
  }
  return shells
}

const routers = { practice: makePortal, staff: makeConsole }

async function drawScreen(
  audience: Audience,
  screen: ShellName,
  hasLogo: boolean,
  sidebarOpen: boolean,
): Promise<string> {
  const history = createMemoryHistory({ initialEntries: [addresses[screen]] })
  const router = routers[audience]({ sidebarOpen, history })
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
