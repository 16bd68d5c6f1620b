import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { loadText } from '#kit/web/text.tsx'
import { root } from '#tenancy/web/roots.tsx'
import { redirectSearch } from '../rules.ts'
import { authText } from './text.ts'
import { leaveWhenSignedIn } from './use-user.ts'

export const loginRoute = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { needs: 'nothing', hasPicture: true },
  validateSearch: redirectSearch,
  beforeLoad: leaveWhenSignedIn,
  loader: () => loadText(authText),
  component: lazyScreen(() => import('./login-screen.tsx'), 'LoginScreen'),
})
