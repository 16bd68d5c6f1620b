import type { PortalPaletteText } from '#features/palette/text/portal-en.ts'
import type { Language } from '#kit/language.ts'
import type { IconName } from '#kit/web/ui/icon.tsx'

/** Where a screen is listed: in a menu of the portal and in quick access, or in the staff menu. */
export type MenuEntry = {
  place: 'screens' | 'requests' | 'account' | 'staff'
  icon: IconName
  /** Both languages inline: menus are drawn before any screen's text has loaded. */
  label: Record<Language, string>
  /** Portal only: further words by which quick access finds it. */
  words?: keyof PortalPaletteText['words']
}

declare module '@tanstack/react-router' {
  /**
   * A route's declarations about its screen. The menus and quick access read it from the router, and so does the build, which
   * passes it to the server and to `npm run size` (scripts/render-shells.ts).
   */
  interface StaticDataRouteOption {
    menu?: MenuEntry
    /** A settings screen: the label of its tab. */
    setting?: Record<Language, string>
    /**
     * Whether the page includes the screen's first picture: with its loader's data when the server knows the user, otherwise as
     * drawn by the build.
     */
    hasPicture?: true
    /** The address that this one redirects to. */
    leadsTo?: string
  }
}
