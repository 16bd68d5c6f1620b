import { expect, test } from 'vitest'
import { readWebBuild } from './web-build.ts'

const chunk = (name: string, imports: string[], css = [`${name}.css`]) => ({ file: `${name}.js`, name, imports, css })
const files: Record<string, string> = {
  '.vite/manifest.json': JSON.stringify({
    'app/portal/web.tsx': chunk('web', []),
    login: chunk('login', ['app/portal/web.tsx']),
    later: chunk('later', ['app/portal/web.tsx']),
    one: chunk('one', ['shared', 'portal']),
    // In a bundle two files may import each other.
    portal: chunk('portal', ['app/portal/web.tsx', 'shared']),
    shared: chunk('shared', ['portal', 'app/portal/web.tsx']),
    words: { file: 'cases-text-fr.js', name: 'cases-text-fr' },
  }),
  '.vite/screens.json': JSON.stringify([
    { path: '/login', feature: 'auth', inFrame: false, file: 'login.js' },
    { path: '/cases/$id', feature: 'cases', inFrame: true, file: 'one.js' },
  ]),
  '.vite/places.json': JSON.stringify({ imports: { We: '/assets/web.js' }, others: 'Te12345' }),
  ...Object.fromEntries(
    ['web', 'login', 'later', 'one', 'portal', 'shared'].map(name => [`${name}.css`, `.${name}{}`]),
  ),
}
function read(file: string) {
  const content = files[file]
  if (content === undefined) throw new Error(`no ${file}`)
  return content
}
const build = readWebBuild('dist/web', 'practice', read)
const sheets = (path: string, mayBeSignedIn: boolean) => build.styles(path, mayBeSignedIn).map(({ file }) => file)

test('a page has the sheets of its screen, each behind those it builds on, and no other', () => {
  expect(sheets('/login', false)).toEqual(['web.css', 'login.css'])
  expect(sheets('/cases/7', true)).toEqual(['web.css', 'portal.css', 'shared.css', 'one.css'])
  expect(sheets('/cases/7', false)).toEqual(['web.css', 'login.css'])
  expect(sheets('/nowhere', true)).toEqual(['web.css', 'shared.css', 'portal.css'])
  expect(build.styles('/login', false).map(({ css }) => css)).toEqual(['.web{}', '.login{}'])
})

test('scripts and words come for the same screen', () => {
  expect(build.preloads('fr', '/cases/7', true).toSorted()).toEqual([
    'cases-text-fr.js',
    'one.js',
    'portal.js',
    'shared.js',
    'web.js',
  ])
})

test('a screen that is kept has its later parts too, in one language, and not every screen', () => {
  const chunks = JSON.parse(files['.vite/manifest.json'] ?? '')
  Object.assign(chunks['app/portal/web.tsx'], { dynamicImports: ['login', 'one'] })
  Object.assign(chunks.one, { dynamicImports: ['dialog'] })
  chunks.dialog = { ...chunk('dialog', ['shared']), dynamicImports: ['dialog-fr', 'dialog-en', 'dialog'] }
  for (const name of ['dialog-fr', 'dialog-en']) chunks[name] = chunk(name, [], [])
  const more: Record<string, string> = { '.vite/manifest.json': JSON.stringify(chunks), 'dialog.css': '.dialog{}' }
  const whole = readWebBuild('dist/web', 'practice', file => more[file] ?? read(file))
  expect(whole.everything('fr', '/cases/7')).toEqual(
    ['cases-text-fr', 'dialog-fr', 'dialog', 'later', 'one', 'portal', 'shared', 'web']
      .flatMap(name => (name.includes('-') ? [`${name}.js`] : [`${name}.css`, `${name}.js`]))
      .toSorted(),
  )
})

test('a build without its list of places does not start', () => {
  expect(build.places).toEqual({ importMap: '{"imports":{"We":"/assets/web.js"}}', others: 'Te12345' })
  const without = (file: string) => read(file.replace('places', 'nothing'))
  expect(() => readWebBuild('dist/web', 'practice', without)).toThrow('No web build in dist/web')
})

test('a build without one of its sheets does not start', () => {
  const without = (missing: string) => (file: string) => read(file === missing ? 'nothing' : file)
  expect(() => readWebBuild('dist/web', 'practice', without('later.css'))).toThrow('no nothing')
})
