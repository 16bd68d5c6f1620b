import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { openScreens, portalScreens } from '#app/portal/router.tsx'
import { staffScreens } from '#app/staff/screens.ts'
import { session } from '#features/auth/web/browser-session.ts'
import { authText } from '#features/auth/web/text.ts'
import type { CheckedBrand } from '#features/brand/rules.ts'
import { type Onlooker, onlookersOf, shellFile, shellPlaces } from '#features/brand/shells.ts'
import { brandText } from '#features/brand/web/text.ts'
import { languages } from '#kit/language.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { loadText, startLanguage } from '#kit/web/text.tsx'
import type { Audience } from '#tenancy/audience.ts'
import { portal, root, staffConsole } from '#tenancy/web/roots.tsx'
import { drawPage, drawRouter } from './drawn-page.tsx'
import { listScreens, routerMakers, type ScreenOfRoute } from './screens.ts'

export { drawPage, listScreens }

/** Never called: a type that lets links to any screen of either audience be checked. */
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

type Drawn = ScreenOfRoute & { picture: string }

/**
 * Renders a screen's first picture, shown before its script has loaded: by the screen's own components at build time, for each
 * language, with and without a logo, with the sidebar open and as a rail, and for each kind of user that sees something else. The
 * server fills in the laboratory (app/server/page.ts). `tokenOf` gives the screens behind the sign-in a user without a name.
 */
export async function renderShells(
  audience: Audience,
  tokenOf: (onlooker: Onlooker) => string,
): Promise<Record<string, string>> {
  const shells: Record<string, string> = {}
  // Redirected addresses have the picture of their target.
  const screens = [
    ...new Map(
      listScreens(audience)
        .filter(isDrawn)
        .map(screen => [screen.picture, screen]),
    ).values(),
  ]
  for (const language of languages) {
    startLanguage(language)
    await Promise.all([kitText, brandText, authText].map(loadText))
    // The router draws nothing while a screen's parts load; the second time they are there.
    for (const screen of screens) await drawScreen(audience, screen, true, true)
    for (const hasLogo of [true, false]) {
      for (const screen of screens) {
        const { picture } = screen
        for (const onlooker of screen.inFrame ? onlookersOf(audience) : [null]) {
          if (onlooker) session.begin(tokenOf(onlooker))
          for (const sidebarOpen of screen.inFrame ? [true, false] : [true]) {
            const choice = { picture, language, hasLogo, sidebarOpen, onlooker }
            shells[shellFile(choice)] = await drawScreen(audience, screen, hasLogo, sidebarOpen)
          }
          if (onlooker) void session.leave()
        }
      }
    }
  }
  return shells
}

const isDrawn = (screen: ScreenOfRoute): screen is Drawn => screen.picture !== undefined

async function drawScreen(
  audience: Audience,
  { path }: Drawn,
  hasLogo: boolean,
  sidebarOpen: boolean,
): Promise<string> {
  const history = createMemoryHistory({
    initialEntries: [path.replaceAll(/\$\w+/g, '00000000-0000-4000-8000-000000000000')],
  })
  const router = routerMakers[audience]({ sidebarOpen, history })
  await router.load()
  return drawRouter(router, hasLogo ? brandPlaces : { ...brandPlaces, companyLogo: null })
}

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
