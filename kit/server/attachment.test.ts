import { expect, it } from 'vitest'
import { attachment } from './attachment.ts'

it.each([
  ['sheet-T-26.pdf', `attachment; filename="sheet-T-26.pdf"; filename*=UTF-8''sheet-T-26.pdf`],
  [
    'Empreinte Éloïse.stl',
    `attachment; filename="Empreinte Eloise.stl"; filename*=UTF-8''Empreinte%20%C3%89lo%C3%AFse.stl`,
  ],
  ['a"; filename="b.exe', `attachment; filename="a__ filename__b.exe"; filename*=UTF-8''a%22%3B%20filename%3D%22b.exe`],
  ['a\r\nset-cookie: x', `attachment; filename="a__set-cookie_ x"; filename*=UTF-8''a%0D%0Aset-cookie%3A%20x`],
  [`it's (1)*.pdf`, `attachment; filename="it_s _1__.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
  ['\ud800', `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`],
])('names %j in one line', (name, header) => {
  expect(attachment(name)).toBe(header)
  // Headers throws here for characters that a header cannot hold.
  expect(new Headers({ 'content-disposition': attachment(name) }).get('content-disposition')).toBe(header)
})
