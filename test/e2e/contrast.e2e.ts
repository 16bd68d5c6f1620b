// Of the tests' own way to look at contrast: what has been found good is not measured again, all else is.
import { breachesOf } from './accessibility.ts'
import { expect, test } from './portal.ts'

const row = (style = '', letters = 'Couronne') => `<li><p style="${style}">${letters}</p></li>`
const page = (rows: string[], style = '') => `<!doctype html><html lang="fr"><title>Contraste</title>
  <style>* { margin: 0 } body { color: #555; background: #fff } h1 { background: #fff } ul { background: #f6f6f6; ${style} }</style>
  <main><h1>Liste</h1><ul>${rows.join('')}</ul></main></html>`

test('a look is measured once, and never taken for another', async ({ page: shown }) => {
  const contrastIn = async (html: string) => {
    await shown.setContent(html)
    return (await breachesOf(shown)).filter(words => words.startsWith('color-contrast:'))
  }
  expect(await contrastIn(page([row(), row(), row()]))).toEqual([])
  for (const [what, html] of [
    ['other letters', page([row(), row('color: #bbb')])],
    ['another ground', page([row(), row('background: #777')])],
    ['a ground that lets through', page([row(), row('background: rgb(0 0 0 / 50%)')])],
    ['another ground behind all', page([row(), row()], 'background: #777')],
    ['paler as a whole', page([row(), row()], 'opacity: 0.5')],
    ['paler alone', page([row(), row('opacity: 0.4')])],
    ['smaller than what was large', page([row('color: #888; font-size: 30px'), row('color: #888')])],
    [
      'on something placed there',
      page([
        row(),
        row('position: relative; z-index: 1') +
          '<li style="position: absolute; top: 0; height: 400px; width: 400px; background: #666"></li>',
      ]),
    ],
    ['moved onto another', page([row('background: #777; height: 60px', ''), row('transform: translateY(-50px)')])],
    ['larger than its ground', page([row()], 'height: 4px').replace('background: #fff', 'background: #666')],
    ['paler with its ground', page([row()]).replace('<ul>', '<div style="opacity: 0.5"><ul>')],
  ] as const)
    expect(await contrastIn(html), what).toHaveLength(1)
  expect(await contrastIn(page([row(), row()]))).toEqual([])
})
