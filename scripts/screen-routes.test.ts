import { expect, test } from 'vitest'
import { readRoutes } from './screen-routes.ts'

const id = '/portal/features/rides/web/routes.tsx'

test('the addresses of a feature are read from its routes', () => {
  const source = `
export const rideListRoute = createRoute({
  getParentRoute: () => portal,
  path: '/rides',
  component: lazyScreen(() => import('./ride-list-screen.tsx'), 'RideListScreen'),
})
export const askRoute = createRoute({
  getParentRoute: () => root,
  path: '/ask/$id',
  component: lazyScreen(() => import('./ask-screen.tsx'), 'AskScreen'),
})`
  const web = '/portal/features/rides/web'
  expect(readRoutes(id, source)).toEqual([
    { path: '/rides', feature: 'rides', inPortal: true, module: `${web}/ride-list-screen.tsx` },
    { path: '/ask/$id', feature: 'rides', inPortal: false, module: `${web}/ask-screen.tsx` },
  ])
})

test('a route whose screen is not lazy is refused', () => {
  const source = `createRoute({\n  getParentRoute: () => root,\n  path: '/rides',\n  component: RideScreen,\n})`
  expect(() => readRoutes(id, source)).toThrow('rides/web/routes.tsx')
})
