// Rules of docs/forty-rules.md that the sources themselves can be held to, on every screen there is.
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const sources = globSync('{app,features,kit}/**/*.tsx', { cwd: root })
  .filter(file => !file.startsWith('app/kit-page/') && !file.endsWith('.test.tsx'))
  .map(file => ({ file, text: readFileSync(resolve(root, file), 'utf8') }))
const texts = globSync('{features/*,kit/web}/text/*.ts', { cwd: root }).map(file => ({
  file,
  text: readFileSync(resolve(root, file), 'utf8'),
}))

/** From one tag to where its attributes end. */
const tagsOf = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`<${name}\\s`, 'g'))].map(
    ({ index }) => text.slice(index, index + 600).split(/\n\s*\/?>|\/>|[^=]>/)[0] ?? '',
  )

test('what sends a form can always be pressed (12): the specification orders one exception', () => {
  const disabled = sources.flatMap(({ file, text }) =>
    tagsOf(text, 'Button')
      .filter(tag => tag.includes('type="submit"') && /\sdisabled/.test(tag))
      .map(() => file),
  )
  expect(disabled).toEqual(['features/signup/web/signup-form.tsx'])
})

test('a field stands in a frame that ties label, hint and error to it (11, 14): none is written by hand', () => {
  const bare = sources
    .filter(({ file }) => !file.startsWith('kit/web/ui/'))
    .filter(({ text }) =>
      [...tagsOf(text, 'input'), ...tagsOf(text, 'textarea'), ...tagsOf(text, 'select')].some(
        tag => !/type="(file|hidden|checkbox|radio)"|\{\.\.\.control\}|aria-label|id=/.test(tag),
      ),
    )
    .map(({ file }) => file)
  expect(bare).toEqual([])
})

test('an answer names its act (21): no words are only yes or OK', () => {
  const curt = texts.filter(({ text }) => /: '(Oui|Yes|OK|Ok)'/.test(text)).map(({ file }) => file)
  expect(curt).toEqual([])
})
