import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { neutralColors, themeOf } from '#kit/theme.ts'

// A browser says nothing of one that is set nowhere: a card without a ground looked like its column.
test('what a sheet reads of custom properties is set somewhere', () => {
  const read = (pattern: string) =>
    globSync(`{app,features,kit}/**/${pattern}`).map(file => [file, readFileSync(file, 'utf8')] as const)
  const sheets = read('*.css')
  const written = [...sheets, ...read('*.{ts,tsx}')].flatMap(([, text]) =>
    [...text.matchAll(/(--[\w-]+)['"`]?\]?\s*[:,]|^@property (--[\w-]+)/gm)].map(
      ([, set, declared]) => set ?? declared,
    ),
  )
  const colors = Object.keys(themeOf(neutralColors).light).map(
    name => `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`,
  )
  const known = new Set([...written, ...colors])
  const unknown = sheets.flatMap(([file, text]) =>
    [...text.matchAll(/var\((--[\w-]+)\s*\)/g)].flatMap(([, name = '']) =>
      known.has(name) ? [] : [`${file} ${name}`],
    ),
  )
  expect(unknown).toEqual([])
})
