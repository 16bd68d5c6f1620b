import { expect, test } from 'vitest'
import { beforePicture, earlyScript } from './early-script.ts'

const mayBeSignedIn = true

test('whoever is of the other audience is sent home from everywhere but the sign-in page', () => {
  const at = (path: string) => earlyScript({ path, mayBeSignedIn })
  expect(at('/cases')).toContain("if(kind!=='practice')location.replace('/staff')")
  expect(at('/staff/feedback')).toContain("if(kind!=='staff')location.replace('/')")
  expect(at('/login')).not.toContain('location.replace')
})

test('what the page was drawn from is looked for where there is any', () => {
  expect(earlyScript({ path: '/cases', mayBeSignedIn })).not.toContain('data-answers')
  expect(earlyScript({ path: '/cases', mayBeSignedIn, isDrawn: true })).toContain('data-answers')
})

test('the first card of the dashboard has the room that it had here last, before its picture is painted', () => {
  const at = (path: string) => beforePicture({ path, userId: undefined })
  for (const path of ['/', '/dashboard']) expect(at(path)).toContain("setProperty('--to-do',localStorage.to_do)")
  expect(at('/cases')).not.toContain('--to-do')
})

test('the first format of a day is made once the picture stands, before anybody can type into it', () => {
  expect(earlyScript({ path: '/cases', mayBeSignedIn, isDrawn: true })).toContain('Intl.DateTimeFormat()')
  expect(earlyScript({ path: '/cases', mayBeSignedIn })).not.toContain('Intl')
})

test('a picture says whose it is in words that no script can leave', () => {
  expect(beforePicture({ path: '/cases', userId: '7f</script>' })).not.toContain('</script>')
})

test('each of them is a script that a browser can read', () => {
  for (const script of [
    beforePicture({ path: '/dashboard', userId: '7f' }),
    earlyScript({ path: '/staff', mayBeSignedIn: false, isDrawn: true }),
  ])
    expect(() => new Function(script)).not.toThrow()
})
