import * as v from 'valibot'
import { Bare } from '#kit/bare-input.ts'
import { type AccountUse, accountUses, isAccount, isInClass, isJournal, journals } from './rules.ts'

const coded = (isCode: (said: string) => boolean, fault: string) =>
  v.pipe(
    Bare(40),
    v.minLength(1, 'required'),
    v.check(said => said === '' || isCode(said), fault),
  )
const Account = (use: AccountUse) =>
  v.pipe(
    coded(isAccount, 'account_wrong'),
    v.check(said => !isAccount(said) || isInClass(use, said), 'class_wrong'),
  )
const JournalCode = coded(isJournal, 'journal_wrong')

export const Accounts = v.strictObject({
  ...v.entriesFromList(journals, JournalCode),
  customers: Account('customers'),
  exemptSales: Account('exemptSales'),
  taxedSales: Account('taxedSales'),
  vat: Account('vat'),
  bank: Account('bank'),
  cards: Account('cards'),
  cheques: Account('cheques'),
  cash: Account('cash'),
})

const SeenAccounts = v.strictObject(
  v.entriesFromList([...journals, ...accountUses], v.pipe(v.string(), v.maxLength(40))),
)

/** `seen` holds the accounts as they were read: a concurrent change is not overwritten. */
export const ChangedAccounts = v.strictObject({ ...Accounts.entries, seen: SeenAccounts })
