import { useRouter } from '@tanstack/react-router'
import { AccountMenu } from '#app/frame/account-menu.tsx'
import { Frame } from '#app/frame/frame.tsx'
import { entriesAt } from '#app/frame/menu-entries.ts'
import { SidebarMenu } from '#app/frame/sidebar-menu.tsx'
import { SignedIn } from '#app/frame/signed-in.tsx'
import { LanguageSection } from '#features/account/web/language-section.tsx'
import { SecondFactorGate } from '#features/auth/web/second-factor-gate.tsx'
import { authText } from '#features/auth/web/text.ts'
import { useSignOut } from '#features/auth/web/use-sign-out.ts'
import { useUser } from '#features/auth/web/use-user.ts'
import { useText } from '#kit/web/text.tsx'
import { MenuButton, MenuLink } from '#kit/web/ui/menu.tsx'
import { homes } from '#tenancy/audience.ts'
import { may } from '#tenancy/rights.ts'
import { staffConsole } from '#tenancy/web/roots.tsx'

/** What every screen of the laboratory's people stands in. */
export function Console() {
  const { sidebarOpen } = staffConsole.useRouteContext()
  return (
    <SignedIn>
      <SecondFactorGate>
        <Frame home="/staff" sidebarOpen={sidebarOpen} sidebar={open => <Sidebar open={open} />} />
      </SecondFactorGate>
    </SignedIn>
  )
}

function Sidebar({ open }: { open: boolean }) {
  const t = useText(authText)
  const user = useUser()
  const router = useRouter()
  // Signed out just now: the sign-in page is on its way.
  if (!user) return null
  return (
    <>
      <SidebarMenu entries={entriesAt('staff', router, user)} exact={homes.staff} open={open} />
      <div className="sidebar__foot">
        <AccountMenu user={user} role={t.laboratory}>
          <MenuLink to="/staff/account" icon="user">
            {t.account}
          </MenuLink>
          {may(user, 'language') && <LanguageSection />}
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
