import { expect, test } from 'vitest'
import { listScreens } from './screens.ts'

const screens = listScreens()
const screenAt = (path: string) => screens.find(screen => screen.path === path)

test('every address with a screen is told to the build, with what its page asks for first', () => {
  expect(screenAt('/cases/$id')).toEqual({
    path: '/cases/$id',
    inPortal: true,
    name: 'CaseScreen',
    picture: 'cases-id',
    firstCall: '/api/orders/$id',
  })
  expect(screenAt('/login')).toEqual({ path: '/login', inPortal: false, name: 'LoginScreen', picture: 'login' })
  expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length)
})

test('an address that only leads to another has the screen of that one', () => {
  expect(screenAt('/')).toEqual({ ...screenAt('/dashboard'), path: '/' })
})

test('where no screen stands, none is told', () => {
  expect(screens.filter(({ path }) => path === '' || path.endsWith('/$'))).toEqual([])
})
