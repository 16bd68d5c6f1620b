import { useQuery } from '@tanstack/react-query'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { useText } from '#kit/web/text.tsx'
import { colleagueList } from './queries.ts'
import { colleaguesText } from './text.ts'

/** Whether invitations are mailed or handed over by the laboratory, and the matching texts. */
export function useMailing() {
  const { form, invitedAgainNext, noMails } = useText(colleaguesText)
  const { clientServicePhone } = useBrand()
  const areMailsSent = useQuery(colleagueList).data?.areMailsSent ?? true
  return areMailsSent
    ? { areMailsSent, words: form, invited: form.doneNext, invitedAgain: invitedAgainNext }
    : {
        areMailsSent,
        words: noMails,
        invited: noMails.next(clientServicePhone),
        invitedAgain: noMails.next(clientServicePhone),
      }
}
