import { createRoute } from '@tanstack/react-router'
import { root } from '#kit/web/roots.tsx'
import { loadText } from '#kit/web/text.tsx'
import { redirectSearch } from '../rules.ts'
import { LoginScreen } from './login-screen.tsx'
import { leaveWhenSignedIn } from './queries.ts'
import { authText } from './text.ts'

export const loginRoute = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: redirectSearch,
  beforeLoad: leaveWhenSignedIn,
  loader: () => loadText(authText),
  component: LoginScreen,
})
