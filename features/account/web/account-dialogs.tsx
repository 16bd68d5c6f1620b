import { useQuery } from '@tanstack/react-query'
import type { AccountChange, AccountPart } from '../contract.ts'
import { ContactDialog } from './contact-dialog.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { PersonalDialog } from './personal-dialog.tsx'
import { accountQuery } from './queries.ts'
import { WithdrawalDialog } from './withdrawal-dialog.tsx'

export type AccountDialogsProps = { editing: AccountPart } | { withdrawing: AccountChange }

/** In one chunk, loaded when the pointer comes near the buttons. */
export function AccountDialogs({ onClose, ...asked }: AccountDialogsProps & { onClose: () => void }) {
  const { data: account } = useQuery(accountQuery)
  if ('withdrawing' in asked) return <WithdrawalDialog change={asked.withdrawing} onClose={onClose} />
  if (!account) return null
  switch (asked.editing) {
    case 'personal_information':
      return <PersonalDialog account={account} onClose={onClose} />
    case 'contact_information':
      return <ContactDialog account={account} onClose={onClose} />
    case 'delivery_instruction':
      return <DeliveryDialog account={account} onClose={onClose} />
  }
}
