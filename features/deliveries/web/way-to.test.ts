import { expect, test } from 'vitest'
import { wayTo } from './way-to.ts'

const phones = {
  android: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1',
  desk: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
}

test('an address opens the maps that the phone has, with every letter of it', () => {
  expect(wayTo('3 rue de l’Été & Cie, 75011 Paris', phones.android)).toBe(
    'geo:0,0?q=3%20rue%20de%20l%E2%80%99%C3%89t%C3%A9%20%26%20Cie%2C%2075011%20Paris',
  )
  expect(wayTo('1 rue A, Paris', phones.iPhone)).toBe('https://maps.apple.com/?daddr=1%20rue%20A%2C%20Paris')
})

test('a desk and a practice without an address are offered no way that would lead nowhere', () => {
  expect(wayTo('1 rue A, Paris', phones.desk)).toBeUndefined()
  expect(wayTo('', phones.android)).toBeUndefined()
})
