import { describe, expect, it } from 'vitest'
import { addDays, dayInZone } from '#kit/day.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import { apply, check, dataOf, imported, previewOf, send, told, undo } from '#test/importing.ts'
import type { TestLaboratory } from '#test/make.ts'

const { app, make, as } = startTestApp({ creatingRates: noCreatingRates })
type Call = Awaited<ReturnType<typeof as>>

const head = 'Cabinet;CP;Prénom;Nom;E-mail;Rôle;Tournées'
const table = (...lines: string[]) => [head, ...lines].join('\r\n')
const helene = 'Cabinet des Lilas;75011;Hélène;Lefèvre;Helene@Lilas.example;gérante;lun mer ven'
const paul = 'Cabinet des Lilas;75 011;Paul;Martin;paul@lilas.example;praticien;'
const noe = 'Cabinet du Port;29200;Noé;Le Goff;noe@port.example;;'

async function opened() {
  const laboratory = await make.laboratory()
  const staff = await make.user(laboratory)
  return { laboratory, staff, call: await as(staff) }
}
type Listed = {
  id: string
  name: string
  place: string
  people: { name: string; accountType: string; state: string; email: string }[]
}
const practicesOf = async (call: Call): Promise<Listed[]> => dataOf(await call('/api/staff/practices'))
/** Practices with their people, in short. */
const listed = async (call: Call) =>
  (await practicesOf(call)).map(({ name, people }) => [name, ...people.map(one => `${one.name} ${one.accountType}`)])
const recipientsOf = async ({ id }: TestLaboratory) =>
  (
    await openLaboratoryOf(app.api.services.database, id, 'read', laboratory => listMails(laboratory, { most: 50 }))
  ).map(({ recipient }) => recipient)
const faultsOf = async (call: Call, ...lines: string[]) => {
  const { preview } = await previewOf(call, table(...lines), 'practices')
  return preview.faults.map(({ line, field, code }: Record<string, unknown>) => `${line} ${field} ${code}`)
}
const choosePassword = ({ id }: TestLaboratory, login: string) =>
  make.within(id, client =>
    client.query("update users set password_hash = '$argon2id$of-mine' where login = $1", [login]),
  )

describe('practices from a file', () => {
  it('are there with their people, each of whom is invited to choose a password', async () => {
    const { laboratory, call } = await opened()
    const { counts } = await imported(call, table(helene, paul, noe), 'practices')
    expect(counts).toEqual({ added: 3, changed: 0, unchanged: 0 })
    expect(await listed(call)).toEqual([
      ['Cabinet des Lilas', 'Hélène Lefèvre manager', 'Paul Martin doctor'],
      ['Cabinet du Port', 'Noé Le Goff manager'],
    ])
    const [lilas, port] = await practicesOf(call)
    expect(lilas?.people.map(({ state }) => state)).toEqual(['invited', 'invited'])
    const daysOf = async (id = '') => (await dataOf(await call(`/api/staff/practices/${id}`))).deliveryDays
    expect([await daysOf(lilas?.id), await daysOf(port?.id)]).toEqual([
      [1, 3, 5],
      [1, 2, 3, 4, 5],
    ])
    expect((await recipientsOf(laboratory)).toSorted()).toEqual([
      'Helene@Lilas.example',
      'noe@port.example',
      'paul@lilas.example',
    ])
  })

  it('have nobody where the cells of a person hold spaces alone', async () => {
    const { call } = await opened()
    const { counts } = await imported(call, table('Cabinet Vide;75002;"  ";"  ";"  ";"  ";'), 'practices')
    expect(counts).toEqual({ added: 1, changed: 0, unchanged: 0 })
    expect(await listed(call)).toEqual([['Cabinet Vide']])
  })

  it('stay as they are where they are there already; whoever is new in them is added, and nobody is invited twice', async () => {
    const { laboratory, call } = await opened()
    await imported(call, table(helene), 'practices')
    const { counts } = await imported(call, table(helene.replace('lun mer ven', 'mar'), paul), 'practices')
    expect(counts).toEqual({ added: 1, changed: 0, unchanged: 1 })
    expect(await listed(call)).toEqual([['Cabinet des Lilas', 'Hélène Lefèvre manager', 'Paul Martin doctor']])
    expect(await recipientsOf(laboratory)).toHaveLength(2)
    const [{ id }] = (await practicesOf(call)) as [Listed]
    expect((await dataOf(await call(`/api/staff/practices/${id}`))).deliveryDays).toEqual([1, 3, 5])
  })

  it('have the first 0 of their postal code again where a spreadsheet has taken it, in France', async () => {
    const { call } = await opened()
    const lines = [
      'Cabinet;CP;Prénom;Nom;E-mail;Pays',
      'A;1000;Ana;X;ana@x.example;',
      'B;1000;Bea;X;bea@x.example;Belgique',
    ]
    await imported(call, lines.join('\n'), 'practices')
    expect((await practicesOf(call)).map(({ place }) => place)).toEqual(['01000', '1000'])
  })

  it('are known apart by their postal code where they are called alike', async () => {
    const { laboratory, call } = await opened()
    await make.practice(laboratory, { name: 'Cabinet dentaire', postal_code: '35000' })
    await make.practice(laboratory, { name: 'Cabinet dentaire', postal_code: '56000' })
    const member = (code: string, name: string) => `cabinet dentaire;${code};${name};X;${name}@x.example;;`
    expect(await faultsOf(call, member('', 'Ana'))).toEqual(['2 name practice_unclear'])
    await imported(call, table(member('56 000', 'Bea'), member('44000', 'Cid'), member('44000', 'Dan')), 'practices')
    expect((await practicesOf(call)).map(({ place, people }) => [place, people.map(({ name }) => name)])).toEqual(
      expect.arrayContaining([
        ['35000', []],
        ['56000', ['Bea X']],
        ['44000', ['Cid X', 'Dan X']],
      ]),
    )
  })

  it('are wrong where a line says too little, or what cannot be: by line and column', async () => {
    const { laboratory, call } = await opened()
    const there = await make.user(await make.practice(laboratory, { name: 'Cabinet A' }), { email: 'a@a.example' })
    await make.practice(laboratory, { name: 'Fermé', disabled_at: new Date() })
    const faults = await faultsOf(
      call,
      'Cabinet B;1;Ana;X;ana.example;;',
      'Cabinet B;1;Bea;X;bea@x.example;chef;',
      'Cabinet B;1;Bea;X;BEA@x.example;;toujours',
      'Cabinet C;1;Cid;X;cid@x.example;praticien;lun',
      'Cabinet C;1;Dan;X;dan@x.example;;mar',
      ';1;Eve;;eve@x.example;;',
      `Cabinet D;1;Fay;X;${there.login}@x.example;;`,
      'Cabinet D;1;Gus;X;A@a.example;;',
      'Fermé;;Hal;X;hal@x.example;;',
    )
    expect(faults).toEqual([
      '2 email mail_address_expected',
      '3 role not_listed',
      '4 deliveryDays not_days',
      '4 email repeated',
      '6 deliveryDays differs',
      '7 name required',
      '7 lastName required',
      '9 email login_taken',
      '10 name practice_disabled',
    ])
  })

  it('have their manager in the first of their lines where none says who that is, and the preview asks whether it is so', async () => {
    const { call } = await opened()
    const lines = table(
      'Cabinet A;1;Ana;X;ana@x.example;Dentiste;',
      'Cabinet A;1;Bea;X;bea@x.example;dentiste;',
      'Cabinet B;2;Cid;X;cid@x.example;Orthodontiste;',
    )
    const { id, columns, preview } = await previewOf(call, lines, 'practices')
    expect(preview).toMatchObject({ added: 3, wrong: 0, unsaid: { managers: 2, doctors: 0 } })
    expect(
      preview.rows.map(({ values, assumed }: Record<string, Record<string, string>>) => [values, assumed]),
    ).toEqual([
      [expect.objectContaining({ role: 'manager', roleSaid: 'Dentiste' }), ['role']],
      [expect.objectContaining({ role: 'doctor' }), []],
      [expect.objectContaining({ role: 'manager', roleSaid: 'Orthodontiste' }), ['role']],
    ])
    expect(await told(await apply(call, id, preview, columns, { areRolesTaken: false }))).toEqual([
      409,
      'import_unsaid',
    ])
    await imported(call, lines, 'practices')
    expect(await listed(call)).toEqual([
      ['Cabinet A', 'Ana X manager', 'Bea X doctor'],
      ['Cabinet B', 'Cid X manager'],
    ])
  })

  it('are wrong where a line below the first says who manages them: that line goes above the others', async () => {
    const { call } = await opened()
    const faults = await faultsOf(
      call,
      'Cabinet A;1;Ana;X;ana@x.example;dentiste;',
      'Cabinet A;1;Bea;X;bea@x.example;;',
      'Cabinet A;1;Cid;X;cid@x.example;gérante;',
      'Cabinet B;1;Dan;X;dan@x.example;;',
      'Cabinet B;1;Eve;X;eve@x.example;gérante;',
      'Cabinet C;1;Fay;X;fay@x.example;titulaire;',
      'Cabinet C;1;Gus;X;gus@x.example;gérant;',
    )
    expect(faults).toEqual(['4 role manager_first'])
  })

  it('take nobody who does not prescribe for a practitioner, and no function that is not known for another', async () => {
    const { laboratory, call } = await opened()
    await make.user(await make.practice(laboratory, { name: 'Cabinet A' }), { account_type: 'manager' })
    const functions = [
      'Assistante',
      'assistant dentaire',
      'SECRÉTAIRE',
      'Réceptionniste',
      'Comptable',
      'Accueil',
      'chef',
    ]
    const faults = await faultsOf(call, ...functions.map((said, n) => `Cabinet A;;Ana;X;a${n}@x.example;${said};`))
    expect(faults).toEqual([...[2, 3, 4, 5, 6, 7].map(line => `${line} role does_not_prescribe`), '8 role not_listed'])
    // Existing people stay as they are, whatever the file calls them.
    await imported(call, table('Cabinet A;;Ana;X;ana@x.example;praticien;'), 'practices')
    const again = await previewOf(call, table('Cabinet A;;Ana;X;ana@x.example;assistante;'), 'practices')
    expect(again.preview).toMatchObject({ wrong: 0, unchanged: 1 })
  })

  it('are told everything that is wrong with a line at once', async () => {
    const { laboratory, call } = await opened()
    const there = await make.user(await make.practice(laboratory, { name: 'Cabinet Z' }), { email: 'z@z.example' })
    await make.practice(laboratory, { name: 'Fermé', disabled_at: new Date() })
    const faults = await faultsOf(
      call,
      'Cabinet A;1;Ana;X;ana.example;assistante;lun',
      `Cabinet A;1;;X;${there.login}@x.example;chef;mar`,
      'Fermé;;Hal;;hal.example;chef;toujours',
    )
    expect(faults.toSorted()).toEqual(
      [
        ...['2 email mail_address_expected', '2 role does_not_prescribe'],
        ...['3 firstName required', '3 role not_listed', '3 deliveryDays differs'],
        ...['4 name practice_disabled', '4 lastName required', '4 email mail_address_expected'],
        ...['4 role not_listed', '4 deliveryDays not_days'],
      ].toSorted(),
    )
    const taken = await faultsOf(call, 'Cabinet B;1;;X;Z@z.example;;')
    expect(taken.toSorted()).toEqual(['2 email login_taken', '2 firstName required'])
  })

  it('are taken in where a manager has typed an address that its owner never followed', async () => {
    const { laboratory, call } = await opened()
    const practice = await make.practice(laboratory)
    await make.user(practice, { account_type: 'manager' })
    await make.user(practice, { login: 'noe@port.example', email: 'noe@port.example', password_hash: null })
    expect((await imported(call, table(noe), 'practices')).counts.added).toBe(1)
    const own = await make.practice(laboratory, { name: 'Cabinet A' })
    await make.user(own, { account_type: 'manager' })
    await make.user(own, { login: 'ana@a.example', email: 'ana@a.example', password_hash: null })
    const { preview } = await previewOf(call, table('Cabinet A;;Ana;X;ana@a.example;;'), 'practices')
    expect(preview).toMatchObject({ added: 0, unchanged: 1, wrong: 0 })
  })

  it('are 1,000 people at most', async () => {
    const { call } = await opened()
    const many = Array.from({ length: 1_001 }, (_, index) => `C;1;A;B;a${index}@x.example;;`)
    const { id } = await dataOf(await send(call, table(...many), { kind: 'practices' }))
    const columns = { name: 0, postalCode: 1, firstName: 2, lastName: 3, email: 4 }
    expect(await told(await check(call, id, columns))).toEqual([422, 'too_many_lines'])
  })

  it('are made once by two who import at once: the second sees what the first has made', async () => {
    const { laboratory, call } = await opened()
    const { id, preview, columns } = await previewOf(call, table(noe), 'practices')
    const name = `practices/${laboratory.id}`
    const applied = await make.within(laboratory.id, async client => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
      await client.query(
        "insert into practices (brand_id, name, postal_code) values ($1, 'Cabinet du Port', '29200')",
        [laboratory.id],
      )
      const answer = apply(call, id, preview, columns)
      const waiting = `select from pg_locks where locktype = 'advisory' and not granted
        and (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)`
      await expect.poll(async () => (await client.query(waiting, [name])).rowCount).toBe(1)
      return { answer }
    })
    expect((await applied.answer).status).toBe(200)
    expect(await listed(call)).toEqual([['Cabinet du Port', 'Noé Le Goff manager']])
  })
})

describe('people alone from a file', () => {
  const of = (...lines: string[]) => ['Cabinet;Prénom;Nom;E-mail;Rôle', ...lines].join('\n')

  it('come into the practices that are there, invited each; a practice of another name is an error, and none is made', async () => {
    const { laboratory, call } = await opened()
    const there = await make.practice(laboratory, { name: 'Cabinet des Lilas' })
    await make.user(there, { account_type: 'manager', title: '', first_name: 'Hélène', last_name: 'Lefèvre' })
    const { counts } = await imported(call, of('cabinet des lilas;Paul;Martin;paul@lilas.example;'), 'people')
    expect(counts).toEqual({ added: 1, changed: 0, unchanged: 0 })
    expect(await listed(call)).toEqual([['Cabinet des Lilas', 'Hélène Lefèvre manager', 'Paul Martin doctor']])
    expect(await recipientsOf(laboratory)).toEqual(['paul@lilas.example'])
    const { preview } = await previewOf(
      call,
      of('Cabinet des Lila;Ana;X;ana@x.example;', 'Cabinet des Lilas;Bea;X;bea@x.example;', ';Cid;X;cid@x.example;'),
      'people',
    )
    expect(preview).toMatchObject({
      added: 1,
      wrong: 2,
      faults: [
        { line: 2, field: 'name', code: 'practice_unknown', cell: 'Cabinet des Lila' },
        { line: 4, field: 'name', code: 'required' },
      ],
    })
    expect(await practicesOf(call)).toHaveLength(1)
  })

  it('bring nothing of the practice itself, and go again where nobody has followed the invitation', async () => {
    const { laboratory, call } = await opened()
    await make.user(await make.practice(laboratory, { name: 'Cabinet A' }), { account_type: 'manager' })
    const { columns } = await dataOf(await send(call, of('Cabinet A;Ana;X;ana@x.example;'), { kind: 'people' }))
    expect(Object.keys(columns)).toEqual(expect.arrayContaining(['name', 'firstName', 'lastName', 'email', 'role']))
    const { id } = await imported(
      call,
      of('Cabinet A;Ana;X;ana@x.example;', 'Cabinet A;Bea;X;bea@x.example;'),
      'people',
    )
    await choosePassword(laboratory, 'bea@x.example')
    expect(await dataOf(await undo(call, id))).toMatchObject({ stays: [{ because: 'joined' }] })
    expect(
      (await practicesOf(call)).map(({ people }) => people.map(({ email }) => email).includes('ana@x.example')),
    ).toEqual([false])
  })

  it('are an administrator’s to bring in', async () => {
    const { laboratory } = await opened()
    for (const role of ['production', 'accounting', 'driver'] as const)
      expect((await send(await as(await make.user(laboratory, { role })), of(), { kind: 'people' })).status).toBe(403)
  })
})

describe('an import of practices is undone', () => {
  it('where nobody has used it: invitations end, practices go; who has come in stays, and is named', async () => {
    const { laboratory, call } = await opened()
    const before = await make.practice(laboratory, { name: 'Cabinet A' })
    const { id } = await imported(
      call,
      table(helene, paul, noe, 'Cabinet A;;Ana;X;ana@x.example;;', 'Cabinet B;;Bea;X;bea@x.example;;'),
      'practices',
    )
    await choosePassword(laboratory, 'paul@lilas.example')
    const absent = (await practicesOf(call)).find(({ name }) => name === 'Cabinet B')
    const soon = addDays(dayInZone(new Date(), 'Europe/Paris'), 3)
    await make.absence({ ...before, id: absent?.id ?? '' }, soon, soon)

    const expected = {
      stays: [
        { what: 'Cabinet B', because: 'in_use' },
        { what: 'Cabinet des Lilas', because: 'in_use' },
        { what: 'Paul Martin · Cabinet des Lilas', because: 'joined' },
      ],
    }
    expect(await dataOf(await undo(call, id))).toEqual(expected)
    expect(await listed(call)).toEqual([['Cabinet A'], ['Cabinet B'], ['Cabinet des Lilas', 'Paul Martin doctor']])
    expect(await dataOf(await undo(call, id))).toEqual(expected)
    expect((await imported(call, table(noe), 'practices')).counts.added).toBe(1)
  })

  it('not after a day, and by administrators alone, whoever asks the database', async () => {
    const { laboratory, staff, call } = await opened()
    const { id } = await imported(call, table(noe), 'practices')
    const [port] = await practicesOf(call)
    const takeBack = (user: string) =>
      make.within(laboratory.id, async client => {
        await client.query("select tenant.set_context($1, null, $2, 'staff')", [laboratory.id, user])
        await client.query('select tenant.take_back_practice($1, $2)', [id, port?.id])
      })
    const driver = await make.user(laboratory, { role: 'driver' })
    await expect(takeBack(driver.id)).rejects.toThrow(/administrator of the laboratory/)
    await make.within(laboratory.id, async client => {
      await client.query('alter table imports disable trigger goes_forward')
      await client.query("update imports set applied_at = now() - interval '25 hours'")
      await client.query('alter table imports enable trigger goes_forward')
    })
    expect(await told(await undo(call, id))).toEqual([409, 'undo_over'])
    await takeBack(staff.id)
    expect(await listed(call)).toEqual([['Cabinet du Port', 'Noé Le Goff manager']])
  })

  it('never what was made by hand, nor what another import has brought', async () => {
    const { laboratory, call } = await opened()
    const { id } = await imported(call, table(helene), 'practices')
    await imported(call, table(paul), 'practices')
    const [lilas] = await practicesOf(call)
    const invited = { account_type: 'doctor', password_hash: null, first_name: 'Ana', last_name: 'X', title: '' }
    await make.user({ id: lilas?.id ?? '', laboratory }, invited)
    const { stays } = await dataOf(await undo(call, id))
    expect(stays).toEqual([{ what: 'Cabinet des Lilas', because: 'in_use' }])
    expect(await listed(call)).toEqual([['Cabinet des Lilas', 'Paul Martin doctor', 'Ana X doctor']])
  })
})
