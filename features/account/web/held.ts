import type { Account, AccountPart, Value } from '../contract.ts'

/** What holds of a part, by field. */
export function heldIn(account: Account, part: AccountPart): Partial<Record<string, Value | undefined>> {
  switch (part) {
    case 'personal_information':
      return account.personalInformation
    case 'contact_information':
      return account.contactInformation
    case 'delivery_instruction':
      return account.deliveryInstruction
  }
}
