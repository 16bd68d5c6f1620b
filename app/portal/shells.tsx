import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { session } from '#features/auth/web/browser-session.ts'
import { authText } from '#features/auth/web/text.ts'
import type { CheckedBrand } from '#features/brand/rules.ts'
import { shellFile, shellPlaces } from '#features/brand/shells.ts'
import { BrandProvider } from '#features/brand/web/brand-context.tsx'
import { brandText } from '#features/brand/web/text.ts'
import { languages } from '#kit/language.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { LanguageProvider, loadText, startLanguage } from '#kit/web/text.tsx'
import { makeRouter } from './router.tsx'
import { listScreens, type ScreenOfRoute } from './screens.ts'

export { listScreens }

type Drawn = ScreenOfRoute & { picture: string }

/**
 * The first picture of a screen, before its script has come: drawn by the screen's own components when the product is
 * built, once for each language, with and without a logo, with the sidebar open and as a rail. The server fills in the
 * laboratory (app/server/page.ts). `token` makes the screens behind the sign-in believe in a user without a name.
 */
export async function renderShells(token: string): Promise<Record<string, string>> {
  const shells: Record<string, string> = {}
  // An address that only leads to another has its picture.
  const screens = [
    ...new Map(
      listScreens()
        .filter(isDrawn)
        .map(screen => [screen.picture, screen]),
    ).values(),
  ]
  for (const language of languages) {
    startLanguage(language)
    await Promise.all([kitText, brandText, authText].map(loadText))
    // The router draws nothing where a screen's parts arrive while it loads; the second time they are there.
    for (const screen of screens) await drawScreen(screen, true, true)
    for (const hasLogo of [true, false]) {
      for (const screen of screens) {
        if (screen.inPortal) session.begin(token)
        for (const sidebarOpen of screen.inPortal ? [true, false] : [true]) {
          const { picture } = screen
          shells[shellFile({ picture, language, hasLogo, sidebarOpen })] = await drawScreen(
            screen,
            hasLogo,
            sidebarOpen,
          )
        }
        if (screen.inPortal) void session.leave()
      }
    }
  }
  return shells
}

const isDrawn = (screen: ScreenOfRoute): screen is Drawn => screen.picture !== undefined

async function drawScreen({ path }: Drawn, hasLogo: boolean, sidebarOpen: boolean): Promise<string> {
  const history = createMemoryHistory({
    initialEntries: [path.replaceAll(/\$\w+/g, '00000000-0000-4000-8000-000000000000')],
  })
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
