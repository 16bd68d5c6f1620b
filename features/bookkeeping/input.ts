import * as v from 'valibot'
import { Bare } from '#kit/bare-input.ts'
import { accountUses, isAccount, isJournal, journals } from './rules.ts'

const coded = (isCode: (said: string) => boolean, fault: string) =>
  v.pipe(
    Bare(40),
    v.minLength(1, 'required'),
    v.check(said => said === '' || isCode(said), fault),
  )
const Account = coded(isAccount, 'account_wrong')
const JournalCode = coded(isJournal, 'journal_wrong')

export const Accounts = v.strictObject({
  ...v.entriesFromList(journals, JournalCode),
  ...v.entriesFromList(accountUses, Account),
})

const SeenAccounts = v.strictObject(
  v.entriesFromList([...journals, ...accountUses], v.pipe(v.string(), v.maxLength(40))),
)

/** `seen`: what stood there; another one meanwhile is not overwritten. */
export const ChangedAccounts = v.strictObject({ ...Accounts.entries, seen: SeenAccounts })
