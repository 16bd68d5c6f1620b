import { recordDeed, recordDeedOn } from '#features/audit/server/sql.ts'
import { findPractice } from '#features/people/server/practices-sql.ts'
import type { Day } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { attachment } from '#kit/server/attachment.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { customerAccountCalls } from '../customer-contract.ts'
import { entriesFileName } from '../file-name.ts'
import { accountGaps, accountUses } from '../rules.ts'
import { type Booked, bookkeepingCalls, type EntriesQuery } from '../staff-contract.ts'
import { findAccounts, setAccounts, setCustomerAccount } from './accounts-sql.ts'
import { type BookedAs, type Entry, entryOf } from './entries.ts'
import { entriesFile } from './entries-file.ts'
import { findLaboratoryName, listBooked } from './sql.ts'

/** The entries the laboratory's accountant books: the portal keeps no accounts itself. */
export function staffBookkeepingRoutes(api: Api) {
  on(api, bookkeepingCalls.booked, asStaff, async ({ actor: staff, query }) => ({
    data: sumOf((await readEntries(staff, query)).entries, query.from),
  }))

  on(api, bookkeepingCalls.export, asStaff, async ({ actor: staff, query, outgoing }) => {
    const { entries, accounts } = await readEntries(staff, query)
    outgoing.set('content-disposition', attachment(entriesFileName(query, await findLaboratoryName(staff))))
    return { type: 'text/tab-separated-values; charset=utf-8', bytes: Buffer.from(entriesFile(entries, accounts)) }
  })

  on(api, bookkeepingCalls.accounts, asStaff, async ({ actor: staff }) => ({ data: await findAccounts(staff) }))

  on(api, bookkeepingCalls.saveAccounts, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    const errors = accountGaps(body)
    if (errors.length > 0) throw problem('input_invalid', { errors })
    const outcome = await setAccounts(staff, body)
    if (outcome === 'changed_meanwhile') return refuse(outcome)
    if (outcome === 'set') await recordDeed(staff, 'billing_settings_changed', requestId)
    return undefined
  })

  on(api, customerAccountCalls.set, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    if (!(await findPractice(staff, params.id))) throw problem('not_found')
    const outcome = await setCustomerAccount(staff, params.id, body)
    if (outcome === 'changed_meanwhile' || outcome === 'account_taken') return refuse(outcome)
    if (outcome === 'set') await recordDeedOn(staff, params.id, 'practice_changed', requestId)
    return undefined
  })
}

async function readEntries(staff: Staff, asked: EntriesQuery) {
  const [pieces, accounts] = await Promise.all([listBooked(staff, asked), findAccounts(staff)])
  return { entries: pieces.map(piece => entryOf(piece, accounts)), accounts }
}

const isReturn = (as: BookedAs) => as === 'refund' || as === 'rejection' || as === 'mistake'

function sumOf(entries: readonly Entry[], from: Day): Booked {
  const lines = entries.flatMap(entry => entry.lines)
  const inOrder = accountUses.flatMap(use => lines.filter(line => line.use === use))
  const count = (counts: (as: BookedAs) => boolean) => entries.filter(({ as }) => counts(as)).length
  const sidesOf = (some: typeof lines) => ({
    debitCents: some.reduce((sum, { debitCents }) => sum + debitCents, 0),
    creditCents: some.reduce((sum, { creditCents }) => sum + creditCents, 0),
  })
  return {
    pieces: {
      invoices: count(as => as === 'invoice'),
      credits: count(as => as === 'credit'),
      payments: count(as => as === 'payment'),
      returns: count(isReturn),
    },
    receivedBefore: entries.filter(({ receivedOn }) => receivedOn !== null && receivedOn < from).length,
    accounts: [...Map.groupBy(inOrder, ({ account }) => account)].map(([account, own]) => ({
      uses: accountUses.filter(use => own.some(line => line.use === use)),
      account,
      ...sidesOf(own),
    })),
    ...sidesOf(lines),
  }
}
