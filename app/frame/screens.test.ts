import { type AnyRoute, createMemoryHistory } from '@tanstack/react-router'
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
