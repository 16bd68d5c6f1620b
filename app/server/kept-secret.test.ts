import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keptSecrets, replaceKeptSecret } from './kept-secret.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-secret-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the secret kept beside the data', () => {
  it('is made once, and leaves nothing half written beside it', () => {
    const { appSecret, oldSecret } = keptSecrets(folder)
    expect(appSecret.length).toBeGreaterThanOrEqual(32)
    expect(oldSecret).toBeUndefined()
    expect(keptSecrets(folder).appSecret).toBe(appSecret)
    expect(readdirSync(folder)).toEqual(['app-secret'])
  })

  it('is made where a start was cut short while writing it', () => {
    writeFileSync(join(folder, 'app-secret.part'), '')
    expect(keptSecrets(folder).appSecret.length).toBeGreaterThanOrEqual(32)
  })

  it.each(['app-secret', 'app-secret-old'])('stops the start where %s is empty or cut', file => {
    keptSecrets(folder)
    for (const left of ['', 'half-of-a-secret']) {
      writeFileSync(join(folder, file), left)
      expect(() => keptSecrets(folder)).toThrow(
        new RegExp(`^${join(folder, file)} holds no whole secret.*npm run rotate-secret -- --sign-everyone-out`),
      )
    }
  })

  it('is replaced by another, and stays where that is not let in', async () => {
    const { appSecret } = keptSecrets(folder)
    const refused = new Error('not now')
    await expect(replaceKeptSecret(folder, () => Promise.reject(refused))).rejects.toBe(refused)
    expect(keptSecrets(folder).appSecret).toBe(appSecret)
    await replaceKeptSecret(folder, async () => undefined)
    expect(keptSecrets(folder)).toEqual({ appSecret: expect.not.stringMatching(appSecret), oldSecret: appSecret })
    expect(readFileSync(join(folder, 'app-secret-old'), 'utf8')).toBe(appSecret)
  })
})
