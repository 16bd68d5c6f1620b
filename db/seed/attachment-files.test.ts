import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isReally } from '#features/attachments/server/file-kinds.ts'
import { look } from '#features/attachments/server/looked-file.ts'
import { archScan, prescriptionPdf, shadePhoto } from './attachment-files.ts'

it('the files of the demonstration are what the portal would accept, and the same each time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arcade-seed-test-'))
  const makers = [
    ['jpg', shadePhoto],
    ['pdf', () => prescriptionPdf('fr')],
    ['stl', async () => archScan('upper')],
    ['stl', async () => archScan('lower')],
  ] as const
  for (const [type, make] of makers) {
    const bytes = await make()
    expect(bytes.equals(await make()), type).toBe(true)
    await writeFile(join(folder, type), bytes)
    const file = await open(join(folder, type))
    expect(await isReally(type, await look(file), { tenant: '' }), type).toBe(true)
    await file.close()
  }
  await rm(folder, { recursive: true })
})
