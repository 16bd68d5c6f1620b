import type { AccountText } from '#features/account/text/en.ts'
import type { PaletteText } from '#features/palette/text/en.ts'
import type { IconName } from '#kit/web/ui/icon.tsx'

type Words = keyof AccountText['menu']

/** Where a screen is found: in a menu of the frame and in quick access, or in the menu of the laboratory's own people. */
export type MenuEntry = { icon: IconName } & (
  | { place: 'screens' | 'requests' | 'account'; words: Words & keyof PaletteText['words'] }
  | { place: 'staff'; words: Words }
)

declare module '@tanstack/react-router' {
  /**
   * What a route says of its screen. The menus and quick access read it from the router, and so does the build, which
   * hands it to the server and to `npm run size` (scripts/render-shells.ts).
   */
  interface StaticDataRouteOption {
    menu?: MenuEntry
    /** Whether its first picture is drawn when the product is built, and comes with the page. */
    hasPicture?: true
    /** The first call of the address without a search, as kit/web/call.ts writes it: the page asks before the script has come. */
    firstCall?: `/api/${string}`
    /** The address of the screen that is shown in its place. */
    leadsTo?: string
  }
}
