import { createRoute } from '@tanstack/react-router'
import { redirectSearch } from '#features/auth/rules.ts'
import { leaveWhenSignedIn } from '#features/auth/web/use-user.ts'
import { lazyScreen } from '#kit/web/lazy-screen.tsx'
import { only } from '#kit/web/search-params.ts'
import { loadText } from '#kit/web/text.tsx'
import { root } from '#tenancy/web/roots.tsx'
import { signupText } from './text.ts'

export const signupRoute = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  staticData: { needs: 'nothing' },
  validateSearch: only(redirectSearch),
  beforeLoad: leaveWhenSignedIn,
  loader: () => loadText(signupText),
  component: lazyScreen(() => import('./signup-screen.tsx'), 'SignupScreen'),
})
