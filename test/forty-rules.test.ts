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
  // What a question is answered with names its object too; supplies are asked for in words of the specification.
  const bare = texts.filter(({ text }) => /\bconfirm: '[\p{L}’]+…?'/u.test(text)).map(({ file }) => file)
  expect(bare.toSorted()).toEqual(['features/supplies/text/en.ts', 'features/supplies/text/fr.ts'])
})

test('what is pasted stays whole (35): no field cuts words that somebody has written', () => {
  // Words that are searched for, names and codes that one signs in with, a time of day, the place of a device, a number.
  const short =
    /search|code-input|login-form|forgotten-password|words-filter|invoice-filters|command-palette|appointment-choice|(change|correct)-dialog|date-fields|start-from|station-card|merging-dialog|staff-(billing|price-list|catalogue|practices)-screen/
  const cut = sources.filter(({ file, text }) => text.includes('maxLength') && !short.test(file))
  expect(cut.map(({ file }) => file)).toEqual([])
  const areas = sources.flatMap(({ file, text }) =>
    ['TextArea', 'textarea'].flatMap(name => tagsOf(text, name).map(tag => ({ file, tag }))),
  )
  expect(areas.length).toBeGreaterThan(25)
  expect(areas.filter(({ tag }) => tag.includes('maxLength')).map(({ file }) => file)).toEqual([])
})

test('a status has words and a shape (24): none can be drawn without', () => {
  const pill = readFileSync(resolve(root, 'kit/web/ui/pill.tsx'), 'utf8')
  expect(pill).toMatch(/icon: IconName; children: ReactNode/)
  const byHand = sources.filter(
    ({ file, text }) => file !== 'kit/web/ui/pill.tsx' && /className=.?"pill[ "]/.test(text),
  )
  expect(byHand.map(({ file }) => file)).toEqual([])
})

test('a form says its own errors, in our words (12, 14): no browser judges its fields', () => {
  // A search of one field, with nothing to say against it.
  const judged = sources
    .filter(
      ({ text }) => tagsOf(text, 'form').some(tag => !/form\.props|noValidate/.test(tag)) && /\srequired\b/.test(text),
    )
    .map(({ file }) => file)
  expect(judged).toEqual([])
})

test('a screen that cannot be had reloads the page once, then says so (34): each comes the one way, in one frame', () => {
  const routes = globSync('features/*/web/{,staff-}routes.tsx', { cwd: root }).map(file => ({
    file,
    text: readFileSync(resolve(root, file), 'utf8'),
  }))
  const own = routes.filter(({ text }) => /component: (?!lazyScreen\()|errorComponent|lazyRouteComponent/.test(text))
  expect(own.map(({ file }) => file)).toEqual([])
  expect(routes.filter(({ text }) => text.includes('lazyScreen(')).length).toBeGreaterThan(20)
  for (const audience of ['portal', 'staff'])
    expect(readFileSync(resolve(root, `app/${audience}/router.tsx`), 'utf8')).toContain('...routerOptions')
})
