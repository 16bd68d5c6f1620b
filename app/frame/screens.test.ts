import { type AnyRoute, type AnyRouter, createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { listScreens, routerMakers } from './screens.ts'

const screens = listScreens('practice')
const screenAt = (path: string) => screens.find(screen => screen.path === path)

test('every address with a screen is told to the build, with the name of its picture', () => {
  expect(screenAt('/cases/$id')).toEqual({
    path: '/cases/$id',
    inFrame: true,
    name: 'CaseScreen',
    picture: 'cases-id',
  })
  expect(screenAt('/login')).toEqual({ path: '/login', inFrame: false, name: 'LoginScreen', picture: 'login' })
  expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length)
})

test('an address that only leads to another has the screen of that one', () => {
  expect(screenAt('/')).toEqual({ ...screenAt('/dashboard'), path: '/' })
})

test('where no screen stands, none is told', () => {
  expect(screens.filter(({ path }) => path === '' || path.endsWith('/$'))).toEqual([])
})

test('those of the laboratory’s people are told to another build', () => {
  expect(screens.filter(({ path }) => path.startsWith('/staff'))).toEqual([])
})

test.each(['practice', 'staff'] as const)(
  'a screen of %s asks nothing that another program has added to its address',
  audience => {
    const router = routerMakers[audience]({ sidebarOpen: true, history: createMemoryHistory() })
    const reading = Object.values<AnyRoute>(router.routesById).filter(({ options }) => options.validateSearch)
    expect(reading.length).toBeGreaterThan(5)
    for (const { id, options } of reading)
      expect(options.validateSearch({ utm_source: 'x' }), id).toHaveProperty('utm_source', undefined)
  },
)

/** The arrows to its neighbours keep the focus; case-screens.e2e.ts checks the content below them. */
const beginsAnewByItself = ['/cases/$id']

test.each(['practice', 'staff'] as const)(
  'of %s another record is another screen in the same frame: nothing that was opened, typed or refused of one stands under the next',
  audience => {
    const router: AnyRouter = routerMakers[audience]({ sidebarOpen: true, history: createMemoryHistory() })
    const keysAt = (path: string) =>
      router.matchRoutes(path, {}).map(({ routeId, _strictParams: params }) => {
        const { remountDeps = router.options.defaultRemountDeps } = router.routesById[routeId].options
        return JSON.stringify(remountDeps({ params }))
      })
    const paths = listScreens(audience).flatMap(({ path }) => (path.includes('$id') ? [path] : []))
    expect(paths.length).toBeGreaterThan(3)
    for (const path of paths) {
      const [one, other] = [keysAt(path.replace('$id', 'one')), keysAt(path.replace('$id', 'other'))]
      expect(one.slice(0, -1), path).toEqual(other.slice(0, -1))
      expect(one.at(-1) === other.at(-1), path).toBe(beginsAnewByItself.includes(path))
    }
  },
)
