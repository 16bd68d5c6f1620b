import { useLocation, useRouter } from '@tanstack/react-router'
import { AccountMenu } from '#app/frame/account-menu.tsx'
import { Frame } from '#app/frame/frame.tsx'
import { entriesAt } from '#app/frame/menu-entries.ts'
import { SidebarMenu } from '#app/frame/sidebar-menu.tsx'
import { SignedIn } from '#app/frame/signed-in.tsx'
import { SecondFactorGate } from '#features/auth/web/second-factor-gate.tsx'
import { useUser } from '#features/auth/web/use-user.ts'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { PhoneIcon } from '#features/brand/web/call-button.tsx'
import { PhoneLink } from '#features/brand/web/phone.tsx'
import { roleNames } from '#features/staff/web/role-names.ts'
import { later } from '#kit/web/later.tsx'
import { useLanguage } from '#kit/web/text.tsx'
import { homes } from '#tenancy/audience.ts'
import { may } from '#tenancy/rights.ts'
import { staffConsole } from '#tenancy/web/roots.tsx'
import { menuParts } from './menu-parts.ts'
import { useMenuInSight } from './use-menu-in-sight.ts'

const load = () => import('./later-parts.tsx').then(module => module.loadLaterParts())
const AccountEntries = later(() => load().then(parts => parts.ConsoleAccountEntries))
const BesideScreens = later(() => load().then(parts => parts.BesideScreens))
const QuickAccessButton = later(() => load().then(parts => parts.QuickAccessButton))

/** From the van and from the bench: whoever answers there helps, or knows who does. */
const help = { fr: 'Une question\u202f? Le laboratoire\u00a0:', en: 'A question? The laboratory:' }
/** Whoever runs the laboratory would call themselves: what practices are shown, at the same place. */
const ownHelp = { fr: 'Vu par les cabinets\u00a0:', en: 'Shown to practices:' }

/** What every screen of the laboratory's people stands in. */
export function Console() {
  const { sidebarOpen } = staffConsole.useRouteContext()
  return (
    <SignedIn>
      <SecondFactorGate>
        <Frame
          home="/staff"
          sidebarOpen={sidebarOpen}
          topbar={<QuickAccessButton />}
          sidebar={open => <Sidebar open={open} />}
        >
          <BesideScreens />
        </Frame>
      </SecondFactorGate>
    </SignedIn>
  )
}

function Sidebar({ open }: { open: boolean }) {
  const language = useLanguage()
  const user = useUser()
  const router = useRouter()
  const isOwn = useLocation({ select: ({ pathname }) => pathname === '/staff/account' })
  const { clientServicePhone } = useBrand()
  useMenuInSight()
  // Signed out just now: the sign-in page is on its way.
  if (user?.kind !== 'staff') return null
  return (
    <>
      <SidebarMenu parts={menuParts(entriesAt('staff', router, user), language)} exact={homes.staff} open={open} />
      <div className="sidebar__foot">
        <QuickAccessButton />
        <p className="sidebar__help">
          {(may(user, 'settings') ? ownHelp : help)[language]} <PhoneLink phone={clientServicePhone} />
        </p>
        <PhoneIcon className="sidebar__entry sidebar__phone" />
        <AccountMenu user={user} role={roleNames[user.role][language]} current={isOwn}>
          <AccountEntries isOwn={isOwn} />
        </AccountMenu>
      </div>
    </>
  )
}
