import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory } from '#test/make.ts'
import { waitedFor } from '#test/waited-for.ts'

const { app, make, as, request } = startTestApp()

type Call = Awaited<ReturnType<typeof as>>

const wanted = {
  title: 'Dr',
  firstName: 'Paul',
  lastName: 'Roux',
  email: 'Paul@Lilas.example',
  accountType: 'manager',
  isPracticeDoctor: false,
}
const asDoctor = { accountType: 'doctor', isPracticeDoctor: false }
const asManager = { accountType: 'manager', isPracticeDoctor: false }
const both = { accountType: 'manager', isPracticeDoctor: true }

async function opened() {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory, { country_code: 'BE' })
  const staff = await make.user(laboratory)
  return { laboratory, practice, staff, call: await as(staff) }
}
const add = (call: Call, { id }: { id: string }, body: object = wanted, headers = {}) =>
  call(`/api/staff/practices/${id}/people`, { body, headers })
const setRole = (call: Call, { id }: { id: string }, body: object) => call(`/api/staff/people/${id}/role`, { body })
const peopleOf = async (call: Call, { id }: { id: string }) =>
  (await (await call(`/api/staff/practices/${id}`)).json()).data.people
const told = async (answer: Response) => {
  const { status, code, errors } = await problemOf(answer)
  return [status, code, ...(errors ?? []).map(error => `${error.path} ${error.code}`)]
}
const rowsOf = async ({ id }: TestLaboratory, statement: string) =>
  (await make.within(id, client => client.query(statement))).rows
const deedsOf = (laboratory: TestLaboratory) =>
  rowsOf(laboratory, 'select kind, user_id, subject_id from audit_events order by id')
const mailsOf = ({ id }: TestLaboratory) =>
  openLaboratoryOf(app.api.services.database, id, 'read', laboratory => listMails(laboratory, { most: 20 }))

describe('somebody whom the laboratory adds to a practice', () => {
  it('is invited into it, also where nobody manages it; audited', async () => {
    const { laboratory, practice, staff, call } = await opened()
    const answer = await add(call, practice)
    expect(answer.status).toBe(201)
    const { id } = (await answer.json()).data
    expect(await peopleOf(call, practice)).toEqual([
      expect.objectContaining({
        id,
        name: 'Dr Paul Roux',
        email: 'Paul@Lilas.example',
        accountType: 'manager',
        isPracticeDoctor: false,
        state: 'invited',
        invitedUntil: expect.any(String),
        mail: 'waiting',
      }),
    ])
    expect(await rowsOf(laboratory, `select login, country_code, kind from users where id = '${id}'`)).toEqual([
      { login: 'paul@lilas.example', country_code: 'BE', kind: 'practice' },
    ])
    const [mail] = await mailsOf(laboratory)
    expect(mail?.recipient).toBe('Paul@Lilas.example')
    expect(mail?.text_part).toContain(`https://${laboratory.host}/login#invitation=`)
    expect(await deedsOf(laboratory)).toEqual([{ kind: 'user_invited', user_id: staff.id, subject_id: id }])
  })

  it('has beside the name whether the mail with the link has left, until a link is handed over instead', async () => {
    const { laboratory, practice, call } = await opened()
    const { id } = (await (await add(call, practice)).json()).data
    const mail = async () => (await peopleOf(call, practice))[0].mail
    expect(await mail()).toBe('waiting')
    for (const [state, values] of [
      ['kept', 'settled_at = now()'],
      ['failed', "settled_at = now(), reason = 'refused'"],
    ] as const) {
      await rowsOf(laboratory, `update mails set state = '${state}', ${values}`)
      expect(await mail()).toBe(state)
    }
    expect((await call(`/api/staff/people/${id}/link`, { method: 'POST' })).status).toBe(200)
    expect(await mail()).toBeNull()
    expect((await call(`/api/staff/people/${id}/invitation`, { method: 'POST' })).status).toBe(204)
    expect(await mail()).toBe('waiting')
  })

  it('who chooses a password in the moment in which their link is asked for has it to themselves', async () => {
    const { laboratory, practice, call } = await opened()
    const { id } = (await (await add(call, practice)).json()).data
    const { asked } = await make.within(laboratory.id, async client => {
      await client.query("update users set password_hash = '$argon2id$chosen' where id = $1", [id])
      const asked = call(`/api/staff/people/${id}/link`, { method: 'POST' })
      await waitedFor(client)
      return { asked }
    })
    expect(await told(await asked)).toEqual([409, 'not_waiting'])
  })

  it('is made once, and not for somebody who signs in or waits with that address already', async () => {
    const { laboratory, practice, call } = await opened()
    await make.user(practice, asManagerRow)
    const key = { 'idempotency-key': randomUUID() }
    const [first, again] = [await add(call, practice, wanted, key), await add(call, practice, wanted, key)]
    expect(await again.text()).toBe(await first.text())
    expect(await told(await add(call, practice))).toEqual([409, 'login_taken'])
    const elsewhere = await make.practice(laboratory)
    const active = await make.user(elsewhere)
    expect(await told(await add(call, practice, { ...wanted, email: `${active.login}@example.test` }))).toEqual([
      409,
      'login_taken',
    ])
    expect(await peopleOf(call, practice)).toHaveLength(2)
    expect(await mailsOf(laboratory)).toHaveLength(1)
  })

  it.each(['helene@orange', 'a@b..fr', 'a@.fr', 'a@b.fr.', 'a@-b.fr'])('has no address like %s', async email => {
    const { practice, call } = await opened()
    const refused = [422, 'input_invalid', 'email mail_address_expected']
    expect(await told(await add(call, practice, { ...wanted, email }))).toEqual(refused)
  })

  it('is wanted whole, and is no manager without absences and invoices', async () => {
    const { practice, call } = await opened()
    expect(await told(await add(call, practice, { ...wanted, firstName: ' ', email: 'a@' }))).toEqual([
      422,
      'input_invalid',
      'firstName required',
      'email mail_address_expected',
    ])
    expect(await told(await add(call, practice, { ...wanted, ...both }))).toEqual([
      422,
      'input_invalid',
      'isPracticeDoctor not_allowed',
    ])
    for (const said of [{ kind: 'staff' }, { isDLCPM: true }, { role: 'administrator' }])
      expect((await add(call, practice, { ...wanted, ...said })).status).toBe(422)
    expect(await peopleOf(call, practice)).toEqual([])
  })

  it('does not come into a practice that is kept out', async () => {
    const { practice, call } = await opened()
    await call(`/api/staff/practices/${practice.id}/access`, { body: { isDisabled: true } })
    expect(await told(await add(call, practice))).toEqual([409, 'practice_disabled'])
    expect(await peopleOf(call, practice)).toEqual([])
  })
})

const asManagerRow = { account_type: 'manager' } as const

describe('what somebody of a practice may there', () => {
  it('is changed by the laboratory, from their next request on; audited once', async () => {
    const { laboratory, practice, staff, call } = await opened()
    const doctor = await make.user(practice)
    const asPerson = await as(doctor)
    expect((await asPerson('/api/account/colleagues')).status).toBe(403)
    for (const _ of [1, 2]) expect((await setRole(call, doctor, asManager)).status).toBe(204)
    expect((await asPerson('/api/account/colleagues')).status).toBe(200)
    expect(await deedsOf(laboratory)).toEqual([{ kind: 'user_changed', user_id: staff.id, subject_id: doctor.id }])
    expect(await told(await setRole(call, doctor, both))).toEqual([
      422,
      'input_invalid',
      'isPracticeDoctor not_allowed',
    ])
  })

  it('is without orders where the laboratory says DLCPM, and as before where it says so again', async () => {
    const { laboratory, practice, staff, call } = await opened()
    const manager = await make.user(practice, asManagerRow)
    const doctor = await make.user(practice)
    const asPerson = await as(doctor)
    const drafts = async () => (await asPerson('/api/order-drafts')).status
    expect(await drafts()).toBe(200)
    for (const _ of [1, 2]) expect((await setRole(call, doctor, { ...asDoctor, isDLCPM: true })).status).toBe(204)
    expect(await drafts()).toBe(403)
    expect(await peopleOf(call, practice)).toContainEqual(expect.objectContaining({ id: doctor.id, isDLCPM: true }))
    // A manager changes the role, which leaves the right to order as it is.
    const asManagerOf = await as(manager)
    const patch = (body: object) => asManagerOf(`/api/account/colleagues/${doctor.id}`, { method: 'PATCH', body })
    expect((await patch({ isDLCPM: false })).status).toBe(422)
    expect((await patch({ isPracticeDoctor: true })).status).toBe(200)
    expect((await setRole(call, doctor, asDoctor)).status).toBe(204)
    expect(await drafts()).toBe(403)
    expect((await setRole(call, manager, { ...asManager, isDLCPM: true })).status).toBe(204)
    expect((await setRole(call, doctor, { ...asDoctor, isDLCPM: false })).status).toBe(204)
    expect(await drafts()).toBe(200)
    const deeds = (await deedsOf(laboratory)).filter(({ user_id }) => user_id === staff.id)
    expect(deeds.map(({ kind, subject_id }) => [kind, subject_id])).toEqual([
      ['user_changed', doctor.id],
      ['user_changed', doctor.id],
      ['user_changed', manager.id],
      ['user_changed', doctor.id],
    ])
  })

  it('is the laboratory’s to say where it is DLCPM: the database lets no manager do it', async () => {
    const { laboratory, practice } = await opened()
    const manager = await make.user(practice, asManagerRow)
    const doctor = await make.user(practice)
    const setting = make.within(laboratory.id, async client => {
      await client.query('select tenant.set_context($1, $2, $3)', [laboratory.id, practice.id, manager.id])
      await client.query(`update users set is_dlcpm = true where id = '${doctor.id}'`)
    })
    await expect(setting).rejects.toMatchObject({ constraint: 'users__dlcpm' })
  })

  it('is not changed of the only manager who comes in', async () => {
    const { laboratory, practice, call } = await opened()
    const manager = await make.user(practice, asManagerRow)
    await make.user(practice, { ...asManagerRow, disabled_at: new Date() })
    await make.user(await make.practice(laboratory), asManagerRow)
    expect(await told(await setRole(call, manager, asDoctor))).toEqual([409, 'last_manager'])
    const doctor = await make.user(practice)
    expect((await setRole(call, doctor, asManager)).status).toBe(204)
    expect((await setRole(call, manager, asDoctor)).status).toBe(204)
    expect(await told(await setRole(call, doctor, asDoctor))).toEqual([409, 'last_manager'])
  })

  it('is changed of a manager who is kept out anyway, and not where the other manager is only invited', async () => {
    const { practice, call } = await opened()
    const manager = await make.user(practice, asManagerRow)
    const keptOut = await make.user(practice, { ...asManagerRow, disabled_at: new Date() })
    const invited = await make.user(practice, { ...asManagerRow, password_hash: null })
    expect(await told(await setRole(call, manager, asDoctor))).toEqual([409, 'last_manager'])
    expect((await setRole(call, invited, asDoctor)).status).toBe(204)
    expect((await setRole(call, keptOut, asDoctor)).status).toBe(204)
    expect(await told(await setRole(call, manager, asDoctor))).toEqual([409, 'last_manager'])
  })

  it('leaves a practice one manager, whoever is quicker', async () => {
    const { laboratory, practice, call } = await opened()
    const one = await make.user(practice, asManagerRow)
    const two = await make.user(practice, asManagerRow)
    const other = await as(await make.user(laboratory))
    const manager = await as(one)
    for (const byManager of [false, true])
      for (let round = 0; round < 6; round++) {
        const answers = await Promise.all([
          setRole(call, one, asDoctor),
          byManager
            ? manager(`/api/account/colleagues/${two.id}`, { method: 'PATCH', body: asDoctor })
            : setRole(other, two, asDoctor),
        ])
        expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
        const left = `select from users where practice_id = '${practice.id}' and account_type = 'manager'`
        expect(await rowsOf(laboratory, left)).toHaveLength(1)
        await rowsOf(laboratory, `update users set account_type = 'manager' where practice_id = '${practice.id}'`)
      }
  })
})

describe('the people of a practice', () => {
  it('are not for strangers, other roles, practices, or another laboratory', async () => {
    const { laboratory, practice } = await opened()
    const manager = await make.user(practice, asManagerRow)
    await make.user(practice, asManagerRow)
    const calls = [
      [`/api/staff/practices/${practice.id}/people`, { body: wanted }],
      [`/api/staff/people/${manager.id}/role`, { body: asDoctor }],
    ] as const
    const others = [await as(manager)]
    for (const role of ['production', 'accounting', 'driver'] as const)
      others.push(await as(await make.user(laboratory, { role })))
    const stranger = await as(await make.user(await make.laboratory()))
    const colleague = await make.user(laboratory)
    for (const [address, options] of calls) {
      expect((await request(laboratory, address, options)).status).toBe(401)
      for (const call of others) expect(await told(await call(address, options))).toEqual([403, 'forbidden'])
      expect((await stranger(address, options)).status).toBe(404)
    }
    const own = await as(colleague)
    expect((await setRole(own, colleague, asDoctor)).status).toBe(404)
    expect((await add(own, { id: randomUUID() })).status).toBe(404)
    expect((await deedsOf(laboratory)).filter(({ kind }) => kind !== 'access_refused')).toEqual([])
    expect(await mailsOf(laboratory)).toEqual([])
  })
})
