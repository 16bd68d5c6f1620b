import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { today } from '#test/today.ts'

// What no call of ours does, should a statement go astray: what only our own code keeps anybody from.

const { make, tried } = startTestApp()

async function aPractice() {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const order = await make.order(practice, { status: 'registered' })
  return {
    laboratory,
    practice,
    order,
    doctor: await make.user(practice),
    colleague: await make.user(practice),
    driver: await make.user(laboratory, { role: 'driver' }),
    ofOrder: `'${laboratory.id}', '${practice.id}', '${order.id}'`,
  }
}

it('a case says in nobody else’s name, and at no other time, how far it is', async () => {
  const { doctor, colleague, driver, ofOrder } = await aPractice()
  const line = (author: string, at: string, sequence: number) =>
    `insert into order_events (brand_id, practice_id, order_id, sequence, status, author_id, at)
     values (${ofOrder}, ${sequence}, 'registered', ${author}, ${at})`
  for (const by of [doctor, driver]) {
    await expect(tried(by, line(`'${colleague.id}'`, 'now()', 7))).rejects.toMatchObject({ code: '42501' })
    await expect(tried(by, line('null', 'now()', 7))).rejects.toMatchObject({ code: '42501' })
    await expect(tried(by, line(`'${by.id}'`, `now() - interval '1 year'`, 7))).rejects.toMatchObject({ code: '42501' })
  }
  await tried(doctor, line(`'${doctor.id}'`, 'now()', 7))
})

it('nobody writes in another’s name, nor a practice in the laboratory’s', async () => {
  const { doctor, colleague, driver, ofOrder } = await aPractice()
  const message = (author: { id: string }, isFromLaboratory: boolean) =>
    `insert into order_messages (brand_id, practice_id, order_id, author_id, is_from_laboratory, body)
     values (${ofOrder}, '${author.id}', ${isFromLaboratory}, 'Bonjour')`
  for (const [by, author, isFromLaboratory] of [
    [doctor, colleague, false],
    [doctor, doctor, true],
    [driver, doctor, false],
    [driver, driver, false],
  ] as const)
    await expect(tried(by, message(author, isFromLaboratory))).rejects.toMatchObject({ code: '42501' })
  await tried(doctor, message(doctor, false))
  await tried(driver, message(driver, true))
})

it('a practice calls a pickup off, and does nothing else with it', async () => {
  const { practice, doctor, driver } = await aPractice()
  const { id } = await make.ride(practice, today, 'AM')
  const become = (status: string) => `update rides set status = '${status}' where id = '${id}'`
  for (const status of ['picked_up', 'nobody_there', 'confirmed'])
    await expect(tried(doctor, become(status)), status).rejects.toMatchObject({ code: '42501' })
  await tried(driver, become('confirmed'))
  await tried(doctor, become('cancelled'))
})

it('what the scanner holds back nobody lets go, and a file that has come is no other one', async () => {
  const { laboratory, practice, order, doctor, driver } = await aPractice()
  const id = randomUUID()
  const file = {
    brand_id: laboratory.id,
    practice_id: practice.id,
    order_id: order.id,
    id,
    name: 'scan.stl',
    type: 'stl',
    state: 'held',
    size: 10,
    sha256: Buffer.alloc(32),
    created_by: doctor.id,
  }
  await make.insert(laboratory.id, 'attachments', file)
  for (const by of [doctor, driver])
    for (const change of [`state = 'ready'`, `sha256 = sha256('x')`])
      await expect(tried(by, `update attachments set ${change} where id = '${id}'`)).rejects.toMatchObject({
        constraint: 'attachments__stay',
      })
  await tried(doctor, `update attachments set state = 'removed', order_id = null where id = '${id}'`)
})
