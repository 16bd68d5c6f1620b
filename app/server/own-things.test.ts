import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { tenantKey } from '#db/signing-key.ts'
import { discardDraftAttachments, moveDraftAttachments } from '#features/attachments/server/draft-files-sql.ts'
import { deleteUploading, insertUploading, setReady } from '#features/attachments/server/sending-sql.ts'
import { deletePasskey, listPasskeys, setPasskeyName } from '#features/auth/server/passkey-sql.ts'
import {
  deleteOwnAuthenticator,
  findSecondFactor,
  insertAuthenticator,
  replaceRecoveryCodes,
  setConfirmed,
  setSecondFactorForgotten,
  setSecondFactorShown,
} from '#features/auth/server/second-factor-sql.ts'
import {
  findOwnPasswordHash,
  insertSession,
  listSessions,
  setOtherSessionsEnded,
  setSessionEnded,
} from '#features/auth/server/sql.ts'
import { deleteFeed, findFeed, setFeed } from '#features/calendar/server/sql.ts'
import { deleteView, insertView, listViews, lockAndCountViews, renameView } from '#features/cases/server/views-sql.ts'
import {
  deleteDraft,
  findDraft,
  insertDraft,
  listDrafts,
  lockDraft,
  setDraftContent,
} from '#features/ordering/server/sql.ts'
import { setOwnPassword } from '#features/people/server/own-sql.ts'
import { findOwnErasure } from '#features/privacy/server/erasure-sql.ts'
import { listCasesOfPractice, listOwnFiles } from '#features/privacy/server/export-sql.ts'
import { findStaffNotices, setStaffNotices } from '#features/staff/server/notice-sql.ts'
import { type Laboratory, type PracticeUser, prove, type Staff } from '#tenancy/server/actor.ts'
import { Database } from '#tenancy/server/database.ts'
import { findAnswer, insertAnswer } from '#tenancy/server/idempotency-sql.ts'
import { startTestApp, testSecret } from '#test/harness.ts'
import type { TestUser } from '#test/make.ts'

const { make, database: urls } = startTestApp()

const beforeAll = '00000000-0000-0000-0000-000000000000'

// The transaction is opened for the laboratory, so that row-level security does not separate its users: only the statements keep
// two colleagues apart here.
it('a statement on a user’s own things names the user, even where row-level security would let it by', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const [claire, paul] = [await make.user(practice), await make.user(practice)]
  const order = await make.order(practice)
  await make.order(await make.practice(laboratory))
  const staff = [await make.user(laboratory), await make.user(laboratory)]
  await make.within(laboratory.id, async client => {
    const asking = [laboratory.id, practice.id, claire.id]
    await client.query(`select tenant.set_context($1, $2, $3, 'practice')`, asking)
    await client.query('insert into erasure_requests (brand_id, practice_id, user_id) values ($1, $2, $3)', asking)
  })
  const passkey = await make.passkey(claire)
  const database = new Database({
    url: urls.appUrl,
    tenantKey: tenantKey(testSecret),
    connections: 1,
    onIdleError: () => {},
  })
  const rolledBack = new Error('Nothing of this is kept.')
  const tried = database.withTenant({ for: 'laboratory', host: laboratory.host }, 'write', async tx => {
    const inLaboratory = { brandId: laboratory.id, timeZone: 'Europe/Paris', tx }
    const as = ({ id }: TestUser) =>
      prove<PracticeUser>({
        ...inLaboratory,
        kind: 'practice',
        practiceId: practice.id,
        userId: id,
        sessionId: id,
        accountType: 'doctor',
        isDLCPM: false,
        isPracticeDoctor: false,
        language: 'fr',
      })
    const [hers, his] = [as(claire), as(paul)]
    const visitor = prove<Laboratory>({ ...inLaboratory, kind: 'laboratory', allowedOrigins: [] })

    const begun = { seed: randomBytes(32), device: '', userId: claire.id, secondFactor: null }
    const passwordHash = await findOwnPasswordHash(hers)
    expect(await insertSession(visitor, { ...begun, passwordHash: '$argon2id$another' })).toBeUndefined()
    const { id: sessionId = '' } = (await insertSession(visitor, { ...begun, passwordHash })) ?? {}
    expect(await setSessionEnded(his, sessionId, 'ended_by_user')).toBeUndefined()
    expect(await setOtherSessionsEnded(his, 'ended_by_user')).toEqual([])
    await setOwnPassword(his, { from: passwordHash ?? '', to: '$argon2id$his' })
    expect(await findOwnPasswordHash(his)).toBe('$argon2id$his')
    expect(await findOwnPasswordHash(hers)).toBe(passwordHash)
    expect(await listSessions(his)).toEqual([])
    await setSecondFactorShown({ ...hers, sessionId }, 'totp')
    await setSecondFactorShown({ ...his, sessionId }, 'recovery_code')
    await setSecondFactorForgotten(his, ['totp'])
    const shown = tx.selectFrom('sessions').select('second_factor').where('id', '=', sessionId)
    expect(await shown.execute()).toEqual([{ second_factor: 'totp' }])
    expect(await setSessionEnded(hers, sessionId, 'ended_by_user')).toEqual({ user_id: claire.id })

    await insertAuthenticator(hers, randomBytes(20))
    await insertAuthenticator(his, randomBytes(20))
    expect([await setConfirmed(hers, 1), await setConfirmed(hers, 1)]).toEqual([true, false])
    await replaceRecoveryCodes(hers, [randomBytes(32), randomBytes(32)])
    await replaceRecoveryCodes(his, [randomBytes(32)])
    expect(await deleteOwnAuthenticator(his)).toBe(false)
    expect(await findSecondFactor(his)).toMatchObject({ addedAt: null, recoveryCodesLeft: 1 })
    expect(await findSecondFactor(hers)).toMatchObject({ addedAt: expect.any(String), recoveryCodesLeft: 2 })
    expect(await listPasskeys(his)).toEqual([])
    expect(await setPasskeyName(his, passkey.id, 'mine')).toBeUndefined()
    expect(await deletePasskey(his, passkey.id)).toBeUndefined()
    expect(await listPasskeys(hers)).toMatchObject([{ id: passkey.id, name: '' }])

    const place = { route: 'POST /api/orders', key: 'once' }
    await insertAnswer(hers, place, { fingerprint: randomBytes(32), status: 201, body: '', about: [] })
    expect(await findAnswer(his, place)).toBeUndefined()

    await setFeed(hers, randomBytes(32))
    expect(await deleteFeed(his)).toBeUndefined()
    expect(await findFeed(his)).toBeUndefined()
    expect(await findFeed(hers)).toBeDefined()

    const view = await insertView(hers, { name: 'Retardés', content: {} })
    expect(await listViews(his)).toEqual([])
    expect(await lockAndCountViews(his)).toBe(0)
    expect(await renameView(his, view?.id ?? '', 'x')).toBeUndefined()
    expect(await deleteView(his, view?.id ?? '')).toBe(false)
    expect(await listViews(hers)).toMatchObject([{ name: 'Retardés' }])

    const draftId = randomUUID()
    await insertDraft(hers, draftId, {})
    expect(await insertDraft(his, draftId, {})).toBeUndefined()
    const file = await insertUploading(hers, { practiceId: hers.practiceId, draftId })
    expect(await findDraft(his, draftId)).toBeUndefined()
    expect(await listDrafts(his)).toEqual([])
    expect(await lockDraft(his, draftId)).toBeUndefined()
    expect(await setDraftContent(his, draftId, {}, 1)).toBeUndefined()
    await moveDraftAttachments(his, draftId, order.id, new Set())
    await discardDraftAttachments(his, draftId)
    await deleteUploading(his, file)
    const stored = {
      name: 'a.pdf',
      type: 'pdf',
      size: 1,
      sha256: randomBytes(32),
      isCompressed: false,
      isHeld: false,
    } as const
    expect(await setReady(his, file, stored, undefined)).toBeUndefined()
    expect(await setReady(hers, file, stored, undefined)).toMatchObject({ id: file, order_id: null })
    expect(await listOwnFiles(his)).toEqual([])
    expect(await listOwnFiles(hers)).toMatchObject([{ id: file }])
    expect((await listCasesOfPractice(hers, beforeAll, 10)).map(({ id }) => id)).toEqual([order.id])
    expect(await findOwnErasure(his)).toBeUndefined()
    expect(await findOwnErasure(hers)).toMatchObject({ state: 'waiting' })

    const [ana, bob] = staff.map(({ id }) =>
      prove<Staff>({
        ...inLaboratory,
        kind: 'staff',
        practiceId: null,
        userId: id,
        sessionId: id,
        role: 'administrator',
        language: 'fr',
      }),
    ) as [Staff, Staff]
    await setStaffNotices(ana, { signup: false })
    await setStaffNotices(bob, { signup: true })
    expect((await findStaffNotices(ana)).mailed.signup).toBe(false)
    expect((await findStaffNotices(bob)).mailed.signup).toBe(true)

    await discardDraftAttachments(hers, draftId)
    await deleteDraft(his, draftId)
    expect(await findDraft(hers, draftId)).toMatchObject({ id: draftId })
    throw rolledBack
  })
  await expect(tried).rejects.toBe(rolledBack)
  await database.close()
})
