import type { PortalPaletteText } from '#features/palette/text/portal-en.ts'
import type { Language } from '#kit/language.ts'
import type { IconName } from '#kit/web/ui/icon.tsx'

/** Where a screen is found: in a menu of the portal and in quick access, or in the menu of the laboratory's own people. */
export type MenuEntry = {
  place: 'screens' | 'requests' | 'account' | 'staff'
  icon: IconName
  /** In both languages here: a menu is drawn before the words of any screen have come. */
  label: Record<Language, string>
  /** Of the portal: by which other words quick access finds it. */
  words?: keyof PortalPaletteText['words']
}

declare module '@tanstack/react-router' {
  /**
   * What a route says of its screen. The menus and quick access read it from the router, and so does the build, which
   * hands it to the server and to `npm run size` (scripts/render-shells.ts).
   */
  interface StaticDataRouteOption {
    menu?: MenuEntry
    /** What an administrator sets there: its tab among all that can be set. */
    setting?: Record<Language, string>
    /**
     * Whether its first picture comes with the page: with what its loader asks for where the server knows whose page it is,
     * else as the build has drawn it.
     */
    hasPicture?: true
    /** The address of the screen that is shown in its place. */
    leadsTo?: string
  }
}
