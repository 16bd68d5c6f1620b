import pg from 'pg'
import { makeWith } from '../make.ts'
import { cheaplyHashed } from './cheap-password.ts'

/** One pixel. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
)

type Maker = ReturnType<typeof makeWith>

/** A laboratory with a manager and some cases, in the database of the running application, at a host browsers resolve. */
export async function makeLaboratory(values: Record<string, unknown>, orders: Record<string, unknown>[] = []) {
  return withMaker(async make => {
    const { host, practice } = await openLaboratory(make, values)
    const user = await make.user(practice, { account_type: 'manager' })
    for (const order of orders) await make.order(practice, order)
    return { host, user }
  })
}

/** A laboratory that answers at its host, and one practice of it. */
export async function openLaboratory(
  make: Maker,
  values: Record<string, unknown>,
  ofPractice: Record<string, unknown> = {},
  { hasLogo = true } = {},
) {
  const laboratory = await make.laboratory(values)
  const host = laboratory.host.replace(/test$/, 'localhost')
  await make.insert(laboratory.id, 'brand_hosts', { brand_id: laboratory.id, host })
  const image = { purpose: 'logo', name: `${laboratory.id.replaceAll('-', '')}.png`, content: logo }
  if (hasLogo) await make.insert(laboratory.id, 'brand_images', { brand_id: laboratory.id, ...image })
  return { host, laboratory, practice: await make.practice(laboratory, ofPractice) }
}

const owner = new pg.Pool({
  connectionString: process.env.ARCADE_OWNER_URL,
  allowExitOnIdle: true,
  // What waits for ever says where, and not only that its test took four minutes.
  connectionTimeoutMillis: 30_000,
  query_timeout: 60_000,
})

/** Rows straight into the database of the running application. */
export const withMaker = <T>(work: (make: Maker) => Promise<T>): Promise<T> => work(makeWith(owner, cheaplyHashed))

/** While nobody reads a case, in any laboratory: what takes longer than a page waits for. */
export async function whileCasesAreHeld<T>(work: () => Promise<T>): Promise<T> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('lock table orders in access exclusive mode')
    return await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}
