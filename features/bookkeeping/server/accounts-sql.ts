import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Staff } from '#tenancy/server/actor.ts'
import { type Accounts, usualAccounts } from '../rules.ts'

type Outcome = 'kept' | 'set' | 'changed_meanwhile'

/** Serialises changes of the accounts until the transaction ends, so that the next one sees them. */
const lockAccounts = ({ tx, brandId }: Staff) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`bookkeeping/${brandId}`}, 0))`.execute(tx)

export async function findAccounts({ tx, brandId }: Staff): Promise<Accounts> {
  const said = await tx
    .selectFrom('bookkeeping_accounts')
    .select([
      'sales_journal as salesJournal',
      'payments_journal as paymentsJournal',
      'customers',
      'exempt_sales as exemptSales',
      'taxed_sales as taxedSales',
      'vat',
      'bank',
      'cards',
      'cheques',
      'cash',
    ])
    .where('brand_id', '=', brandId)
    .executeTakeFirst()
  return said ?? usualAccounts
}

export async function setAccounts(staff: Staff, { seen, ...said }: Accounts & { seen: Accounts }): Promise<Outcome> {
  await lockAccounts(staff)
  const there = await findAccounts(staff)
  // A repetition after a lost answer succeeds, too.
  if (isDeepStrictEqual(there, said)) return 'kept'
  if (!isDeepStrictEqual(there, seen)) return 'changed_meanwhile'
  const { salesJournal, paymentsJournal, exemptSales, taxedSales, ...accounts } = said
  const values = {
    ...accounts,
    sales_journal: salesJournal,
    payments_journal: paymentsJournal,
    exempt_sales: exemptSales,
    taxed_sales: taxedSales,
  }
  await staff.tx
    .insertInto('bookkeeping_accounts')
    .values({ brand_id: staff.brandId, ...values })
    .onConflict(conflict => conflict.column('brand_id').doUpdateSet(values))
    .execute()
  return 'set'
}

/** Empty where the practice has its usual account. */
export async function findCustomerAccount({ tx, brandId }: Staff, practiceId: string): Promise<string> {
  const said = await tx
    .selectFrom('customer_accounts')
    .select('account')
    .where('brand_id', '=', brandId)
    .where('practice_id', '=', practiceId)
    .executeTakeFirst()
  return said?.account ?? ''
}

export async function setCustomerAccount(
  staff: Staff,
  practiceId: string,
  { account, seen }: { account: string; seen: string },
): Promise<Outcome | 'account_taken'> {
  await lockAccounts(staff)
  const { tx, brandId } = staff
  const there = await findCustomerAccount(staff, practiceId)
  // A repetition after a lost answer succeeds, too.
  if (there === account) return 'kept'
  if (there !== seen) return 'changed_meanwhile'
  if (account === '') {
    await tx
      .deleteFrom('customer_accounts')
      .where('brand_id', '=', brandId)
      .where('practice_id', '=', practiceId)
      .execute()
    return 'set'
  }
  const isTaken = await tx
    .selectFrom('customer_accounts')
    .select('practice_id')
    .where('brand_id', '=', brandId)
    .where('account', '=', account)
    .executeTakeFirst()
  if (isTaken) return 'account_taken'
  await tx
    .insertInto('customer_accounts')
    .values({ brand_id: brandId, practice_id: practiceId, account })
    .onConflict(conflict => conflict.columns(['brand_id', 'practice_id']).doUpdateSet({ account }))
    .execute()
  return 'set'
}
