import { createRoute, redirect } from '@tanstack/react-router'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { only } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { root } from '#tenancy/web/roots.tsx'
import { redirectSearch } from '../rules.ts'
import { takeLink } from './link.ts'
import { authText } from './text.ts'
import { leaveWhenSignedIn } from './use-user.ts'

export const loginRoute = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { needs: 'nothing', hasPicture: true },
  validateSearch: only(redirectSearch),
  beforeLoad: ({ location: { hash }, search }) => {
    if (takeLink(hash)) throw redirect({ to: '/login', search, hash: 'choose', replace: true })
    // Also for signed-in users: the link may be for another account.
    if (hash !== 'choose' && hash !== 'forgot') return leaveWhenSignedIn({ search })
  },
  loader: () => loadText(authText),
  component: lazyScreen(() => import('./login-screen.tsx'), 'LoginScreen'),
})
