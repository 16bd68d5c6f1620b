import { useLocation, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AccountMenu } from '#app/frame/account-menu.tsx'
import { Frame } from '#app/frame/frame.tsx'
import { entriesAt } from '#app/frame/menu-entries.ts'
import { SidebarMenu } from '#app/frame/sidebar-menu.tsx'
import { SignedIn } from '#app/frame/signed-in.tsx'
import { LanguageSection } from '#features/account/web/language-section.tsx'
import { themeText } from '#features/account/web/theme-text.ts'
import { SecondFactorGate } from '#features/auth/web/second-factor-gate.tsx'
import { authText } from '#features/auth/web/text.ts'
import { useSignOut } from '#features/auth/web/use-sign-out.ts'
import { useMay, useUser } from '#features/auth/web/use-user.ts'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { PhoneIcon } from '#features/brand/web/call-button.tsx'
import { PhoneLink } from '#features/brand/web/phone.tsx'
import { deliveriesText } from '#features/deliveries/web/text.ts'
import { PaletteButton } from '#features/palette/web/palette-button.tsx'
import { roleNames } from '#features/staff/web/role-names.ts'
import { later } from '#kit/web/later.tsx'
import { loadText, useLanguage, useText } from '#kit/web/text.tsx'
import { MenuButton, MenuLink } from '#kit/web/ui/menu.tsx'
import { homes } from '#tenancy/audience.ts'
import { may } from '#tenancy/rights.ts'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { menuParts } from './menu-parts.ts'
import { useMenuInSight } from './use-menu-in-sight.ts'
import { usePalette } from './use-palette.ts'

const UnsentStrip = later(async () => {
  const [{ UnsentStrip }] = await Promise.all([
    import('#features/deliveries/web/unsent-strip.tsx'),
    loadText(deliveriesText),
  ])
  return UnsentStrip
})

const ThemeSection = later(async () => {
  const [{ ThemeSection }] = await Promise.all([import('#features/account/web/theme-section.tsx'), loadText(themeText)])
  return ThemeSection
})

/** For people in the van or at the bench: the laboratory answers, or knows who can. */
const help = { fr: 'Une question\u202f? Le laboratoire\u00a0:', en: 'A question? The laboratory:' }
/** For administrators, who would be calling themselves: the number as shown to practices, in the same place. */
const ownHelp = { fr: 'Vu par les cabinets\u00a0:', en: 'Shown to practices:' }

const quick = { fr: 'Accès rapide', en: 'Quick access' }
const shortcuts = { fr: 'Raccourcis clavier', en: 'Keyboard shortcuts' }

/** Surrounds every screen of the staff. */
export function Console() {
  return (
    <SignedIn>
      <SecondFactorGate>
        <Inside />
      </SecondFactorGate>
    </SignedIn>
  )
}

/** Within the gate, so that quick access hears no key before it. */
function Inside() {
  const { sidebarOpen } = staffConsole.useRouteContext()
  const drives = useMay('delivery')
  const language = useLanguage()
  const palette = usePalette()
  const quickAccess = (
    <PaletteButton label={quick[language]} prepare={palette.prepare} onPress={() => palette.open('search')} />
  )
  return (
    <Frame
      home="/staff"
      sidebarOpen={sidebarOpen}
      topbar={quickAccess}
      sidebar={open => <Sidebar open={open} quickAccess={quickAccess} onShortcuts={() => palette.open('shortcuts')} />}
    >
      {drives && <UnsentStrip />}
      {palette.dialog}
    </Frame>
  )
}

type SidebarProps = { open: boolean; quickAccess: ReactNode; onShortcuts: () => void }

function Sidebar({ open, quickAccess, onShortcuts }: SidebarProps) {
  const t = useText(authText)
  const language = useLanguage()
  const user = useUser()
  const router = useRouter()
  const isOwn = useLocation({ select: ({ pathname }) => pathname === '/staff/account' })
  const { clientServicePhone } = useBrand()
  useMenuInSight()
  // Just signed out: the sign-in page is loading.
  if (user?.kind !== 'staff') return null
  return (
    <>
      <SidebarMenu parts={menuParts(entriesAt('staff', router, user), language)} exact={homes.staff} open={open} />
      <div className="sidebar__foot">
        {quickAccess}
        <p className="sidebar__help">
          {(may(user, 'settings') ? ownHelp : help)[language]} <PhoneLink phone={clientServicePhone} />
        </p>
        <PhoneIcon className="sidebar__entry sidebar__phone" />
        <AccountMenu user={user} role={roleNames[user.role][language]} current={isOwn}>
          <MenuLink to="/staff/account" icon="user" current={isOwn}>
            {t.account}
          </MenuLink>
          {may(user, 'language') && <LanguageSection />}
          <ThemeSection />
          <MenuButton icon="keyboard" onSelect={onShortcuts}>
            {shortcuts[language]}
          </MenuButton>
          <SignOut />
        </AccountMenu>
      </div>
    </>
  )
}

function SignOut() {
  const { logout } = useText(authText)
  return (
    <MenuButton icon="logout" onSelect={useSignOut()}>
      {logout}
    </MenuButton>
  )
}
