import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { jobs } from '#kit/server/jobs.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { doChores } from '#tenancy/server/chores.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { startBucket } from '#test/bucket.ts'
import * as files from '#test/files.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestUser } from '#test/make.ts'
import { startScanner } from '#test/scanner.ts'
import type { Attachment } from '../contract.ts'
import { discardDraftAttachments, moveDraftAttachments } from './draft-files-sql.ts'
import { sweepAttachments } from './sweep.ts'

const { app, folder, make, as, tokenFor } = startTestApp()

const scanner = await startScanner()
const bucket = await startBucket()

const passage = join(folder, 'passage')
const scanned = startTestApp({
  files: {
    storage: { folder: join(folder, 'files') },
    passage,
    scanner: scanner.place,
  },
})
const inBucket = startTestApp({ files: { storage: bucket.place, passage } })
const withoutBucket = startTestApp({
  files: { storage: { ...bucket.place, endpoint: 'http://127.0.0.1:9' }, passage },
})
beforeEach(() => {
  scanner.answer = sent => (sent.includes('EICAR') ? 'stream: Eicar FOUND\0' : 'stream: OK\0')
})
afterAll(async () => {
  scanner.close()
  await bucket.close()
})

/** A practice in a laboratory of its own, with a case and stored files. */
async function setting(use: Pick<ReturnType<typeof startTestApp>, 'as' | 'app' | 'folder'> = { as, app, folder }) {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const user = await make.user(practice)
  const call = await use.as(user)
  const { id: orderId } = await make.order(practice)
  return {
    laboratory,
    practice,
    user,
    call,
    orderId,
    send: (name: string, bytes: Uint8Array, path = `/api/orders/${orderId}/attachments`) =>
      call(path, { method: 'POST', body: files.form(name, bytes) }),
    rows: () =>
      make.within(laboratory.id, async client => {
        const { rows } = await client.query<{
          id: string
          state: string
          order_id: string | null
          draft_id: string | null
        }>('select id, state, order_id, draft_id from attachments order by created_at')
        return rows
      }),
    sweep: (olderThanSeconds?: number, files = use.app.files) =>
      sweepAttachments(files, {
        laboratories: [laboratory.id],
        ...(olderThanSeconds === undefined ? {} : { olderThanSeconds }),
      }),
    stored: async () => (await readdir(join(use.folder, 'files', laboratory.id)).catch(() => [])).toSorted(),
  }
}
const idOf = async (response: Response) => {
  expect(response.status, await response.clone().text()).toBe(201)
  return ((await response.json()) as { data: Attachment }).data.id
}

describe('the sweep', () => {
  it('is done every minute, and fails when it failed in one laboratory, the others done', async () => {
    const [one, two] = [await setting(), await setting()]
    for (const { send, call } of [one, two]) {
      const id = await idOf(await send('a.pdf', files.pdf()))
      expect((await call(`/api/attachments/${id}`, { method: 'DELETE' })).status).toBe(204)
    }
    const place = join(folder, 'files', one.laboratory.id)
    await rm(place, { recursive: true })
    await writeFile(place, 'no folder')
    const laboratories = [one.laboratory.id, two.laboratory.id]
    const before = { done: 0, failed: 0, ...jobs.get('files') }
    await doChores(app.chores, { minute: 1, laboratories })
    expect(jobs.get('files'), 'what failed in one of them counts as failed').toMatchObject({
      done: before.done,
      failed: before.failed + 1,
    })
    expect(await one.rows()).toHaveLength(1)
    expect(await two.rows()).toEqual([])
    expect(await two.stored()).toEqual([])
  })

  it('clears away what a process that was killed has left at any point, in every laboratory, and nothing else', async () => {
    const [one, two] = [await setting(), await setting()]
    const kept = await idOf(await one.send('a.pdf', files.pdf()))
    for (const { laboratory, practice, user, orderId } of [one, two]) {
      // Killed before the first byte, between bytes and row, and while removing.
      for (const [state, hasBytes] of [
        ['uploading', false],
        ['uploading', true],
        ['removed', true],
        ['removed', false],
      ] as const) {
        const id = randomUUID()
        await make.insert(laboratory.id, 'attachments', {
          brand_id: laboratory.id,
          practice_id: practice.id,
          order_id: orderId,
          id,
          state,
          created_by: user.id,
          created_at: new Date(Date.now() - 700_000),
        })
        await mkdir(join(folder, 'files', laboratory.id), { recursive: true })
        if (hasBytes) await writeFile(join(folder, 'files', laboratory.id, id), 'half')
      }
    }
    await writeFile(join(folder, 'passage', 'left-over'), 'half')
    // Two concurrent sweeps do not interfere.
    const laboratories = [one.laboratory.id, two.laboratory.id]
    expect(await app.api.services.database.listLaboratories('files')).toEqual(expect.arrayContaining(laboratories))
    const sweep = () => sweepAttachments(app.files, { laboratories, olderThanSeconds: 0 })
    await Promise.all([sweep(), sweep()])
    expect(await app.api.services.database.listLaboratories('files')).not.toEqual(
      expect.arrayContaining(laboratories.slice(0, 1)),
    )
    expect(await one.rows()).toMatchObject([{ id: kept, state: 'ready' }])
    expect(await one.stored()).toEqual([kept])
    expect(await two.rows()).toEqual([])
    expect(await two.stored()).toEqual([])
    expect(await readdir(join(folder, 'passage'))).toEqual([])
  })

  it('leaves alone what is still coming in', async () => {
    const { laboratory, practice, user, orderId, rows, sweep } = await setting()
    await make.insert(laboratory.id, 'attachments', {
      brand_id: laboratory.id,
      practice_id: practice.id,
      order_id: orderId,
      created_by: user.id,
    })
    await sweep()
    expect(await rows()).toHaveLength(1)
  })

  it('keeps the row while the bytes cannot be deleted', async () => {
    const { send, call, rows, sweep } = await setting()
    const id = await idOf(await send('a.pdf', files.pdf()))
    await call(`/api/attachments/${id}`, { method: 'DELETE' })
    const storage = Object.assign(Object.create(app.files.storage), {
      delete: () => Promise.reject(new Error('away')),
    })
    await expect(sweep(undefined, { ...app.files, storage })).rejects.toThrow('It failed in 1 of 1')
    expect(await rows()).toMatchObject([{ id, state: 'removed' }])
    await sweep()
    expect(await rows()).toEqual([])
  })
})

describe('files of a draft', () => {
  async function withDraft() {
    const place = await setting()
    const draftId = randomUUID()
    const { laboratory, user } = place
    await make.insert(laboratory.id, 'order_drafts', {
      brand_id: laboratory.id,
      id: draftId,
      user_id: user.id,
      content: '{}',
    })
    const path = `/api/order-drafts/${draftId}/attachments`
    const list = async () =>
      ((await (await place.call(`/api/attachments?draft=${draftId}`)).json()) as { data: Attachment[] }).data
    const deleteDraft = () =>
      make.within(laboratory.id, client => client.query('delete from order_drafts where id = $1', [draftId]))
    return { ...place, draftId, path, list, deleteDraft }
  }
  const acting = async (user: TestUser, work: (actor: PracticeUser) => Promise<void>) =>
    asPracticeUser.run(
      {
        services: app.api.services,
        requestId: 'TEST-TEST',
        host: user.laboratory.host,
        address: '192.0.2.1',
        headers: new Headers({ authorization: `Bearer ${await tokenFor(user)}` }),
      },
      'cases',
      'write',
      work,
    )

  it('are its writer’s alone, and need a draft', async () => {
    const { practice, draftId, send, path, list, call } = await withDraft()
    const id = await idOf(await send('a.pdf', files.pdf(), path))
    expect(await list()).toMatchObject([{ id, canRemove: true }])
    const colleague = await as(await make.user(practice))
    expect((await colleague(`/api/attachments/${id}`)).status).toBe(404)
    expect(await (await colleague(`/api/attachments?draft=${draftId}`)).json()).toMatchObject({ data: [] })
    expect((await colleague(path, { method: 'POST', body: files.form('a.pdf', files.pdf()) })).status).toBe(404)
    expect((await call(`/api/attachments/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await list()).toEqual([])
  })

  it('go with the case, and let the draft go', async () => {
    const { user, orderId, draftId, send, path, list, call, rows, deleteDraft } = await withDraft()
    const id = await idOf(await send('a.pdf', files.pdf(), path))
    const removed = await idOf(await send('b.pdf', files.pdf(), path))
    await call(`/api/attachments/${removed}`, { method: 'DELETE' })
    await acting(user, actor => moveDraftAttachments(actor, draftId, orderId, new Set()))
    await deleteDraft()
    expect(await rows()).toMatchObject([
      { id, state: 'ready', order_id: orderId, draft_id: null },
      { id: removed, state: 'removed', order_id: null, draft_id: null },
    ])
    expect(await list()).toEqual([])
    expect((await call(`/api/attachments/${id}`)).status).toBe(200)
  })

  it('end with a draft that is thrown away', async () => {
    const { user, draftId, send, path, call, rows, stored, deleteDraft, sweep } = await withDraft()
    const id = await idOf(await send('a.pdf', files.pdf(), path))
    await acting(user, actor => discardDraftAttachments(actor, draftId))
    await deleteDraft()
    expect((await call(`/api/attachments/${id}`)).status).toBe(404)
    await sweep()
    expect(await rows()).toEqual([])
    expect(await stored()).toEqual([])
  })
})

describe('with a virus scanner', () => {
  it('what it finds is refused and never stored', async () => {
    const { app, as } = scanned
    const { send, stored, rows, sweep } = await setting({ as, app, folder })
    const infected = Buffer.concat([files.pdf(), Buffer.from('\n%'), files.eicar(), Buffer.from('\n%%EOF\n')])
    expect(await problemOf(await send('a.pdf', infected))).toMatchObject({ code: 'file_type_refused' })
    await sweep(0)
    expect([await stored(), await rows()]).toEqual([[], []])
    await idOf(await send('a.pdf', files.pdf()))
  })

  it('what is on its way while the name of its patient is erased comes without it', async () => {
    const { app, as } = scanned
    const { laboratory, orderId, send, call } = await setting({ as, app, folder })
    const write = (text: string) => make.within(laboratory.id, client => client.query(text, [orderId]))
    await write(`update orders set patient = 'Jean Ostrov' where id = $1`)
    scanner.answer = async () => {
      await write('select tenant.erase_patient_name(brand_id, id) from orders where id = $1')
      return 'stream: OK\0'
    }
    await idOf(await send('Ostrov bon.pdf', files.pdf()))
    const { data } = (await (await call(`/api/orders/${orderId}/attachments`)).json()) as { data: Attachment[] }
    expect(data.map(({ name }) => name)).toEqual(['P-0001 bon.pdf'])
  })

  it('what it could not look at is held back until it has', async () => {
    const { app, as } = scanned
    const { send, call, stored, sweep } = await setting({ as, app, folder })
    scanner.answer = undefined
    const [good, bad] = [await idOf(await send('a.pdf', files.pdf())), await idOf(await send('b.pdf', files.pdf(9)))]
    await sweep()
    for (const id of [good, bad]) {
      const held = await call(`/api/attachments/${id}`)
      expect(held.headers.get('retry-after')).not.toBeNull()
      expect(await problemOf(held)).toMatchObject({ status: 503, code: 'unavailable' })
    }
    scanner.answer = sent => (sent.includes('xxxxxxxxx') ? 'stream: Worm FOUND\0' : 'stream: OK\0')
    await sweep()
    expect((await call(`/api/attachments/${good}`)).status).toBe(200)
    expect((await call(`/api/attachments/${bad}`)).status).toBe(404)
    await sweep()
    expect(await stored()).toEqual([good])
  })

  it('what is lost for good before it was looked at holds nothing up', async () => {
    const { app, as } = scanned
    const { laboratory, send, call, rows, sweep } = await setting({ as, app, folder })
    scanner.answer = undefined
    const id = await idOf(await send('a.pdf', files.pdf()))
    await make.within(laboratory.id, client =>
      client.query(
        `insert into attachments select (jsonb_populate_record(a, jsonb_build_object(
           'id', gen_random_uuid(), 'created_at', a.created_at - interval '1 minute'))).*
         from attachments a cross join generate_series(1, 25) where a.id = $1`,
        [id],
      ),
    )
    scanner.answer = () => 'stream: OK\0'
    await sweep()
    expect((await call(`/api/attachments/${id}`)).status).toBe(200)
    // Once restored, they are scanned as well.
    expect((await rows()).filter(({ state }) => state === 'held')).toHaveLength(25)
  })
})

describe('with a bucket', () => {
  it('a file goes there, comes back and is cleared away', async () => {
    const { app, as } = inBucket
    const { send, call, stored, rows, sweep } = await setting({ as, app, folder })
    const sent = files.stl(5_000)
    const id = await idOf(await send('scan.stl', sent))
    expect(Buffer.from(await (await call(`/api/attachments/${id}`)).arrayBuffer()).equals(sent)).toBe(true)
    expect(await stored()).toEqual([])
    await call(`/api/attachments/${id}`, { method: 'DELETE' })
    await sweep()
    expect(await rows()).toEqual([])
  })

  it('that is away, nothing is attached, nothing is given out, and the rest goes on', async () => {
    const { send, call, orderId, rows } = await setting({ ...withoutBucket, folder })
    expect(await problemOf(await send('a.pdf', files.pdf()))).toMatchObject({
      status: 507,
      code: 'storage_unavailable',
    })
    expect(await (await call(`/api/orders/${orderId}/attachments`)).json()).toMatchObject({ data: [] })
    expect(await rows()).toMatchObject([{ state: 'removed' }])
    const there = await setting({ ...inBucket, folder })
    const id = await idOf(await there.send('a.pdf', files.pdf()))
    const elsewhere = await withoutBucket.as(there.user)
    expect(await problemOf(await elsewhere(`/api/attachments/${id}`))).toMatchObject({
      status: 503,
      code: 'unavailable',
    })
  })

  it('of which a file is gone says so once and for all, to practice and laboratory', async () => {
    const { send, call, user } = await setting()
    const { laboratory } = user
    const id = await idOf(await send('a.pdf', files.pdf()))
    const staff = await as(await make.user(laboratory))
    await rm(join(folder, 'files', laboratory.id, id))
    await rm(join(folder, 'files', 'database-id'))
    expect((await call(`/api/attachments/${id}`)).status, 'a disk that is not mounted has no mark').toBe(503)
    expect((await send('b.pdf', files.pdf())).status, 'nor is anything put under it').toBe(507)
    await writeFile(join(folder, 'files', 'database-id'), 'ours')
    for (const answer of [await call(`/api/attachments/${id}`), await staff(`/api/staff/attachments/${id}`)])
      expect(await problemOf(answer)).toMatchObject({ status: 410, code: 'file_lost' })
  })
})
