import { expect, test } from 'vitest'
import { listScreens } from './screens.ts'

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
