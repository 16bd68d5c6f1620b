import { useQuery } from '@tanstack/react-query'
import { useChanged } from '#features/live/web/use-changed.ts'
import { noticeSettings } from '#features/notices/web/queries.ts'
import { Problem } from '#kit/problem.ts'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import type { Account, AccountChange, AccountField, AccountPart } from '../contract.ts'
import { accountPageText } from './page-text.ts'

const waitingIn = (account: Account, part: AccountPart) =>
  account.changes.filter(change => change.part === part && change.state === 'pending')

/** The values of this user's own request, by field: forms start with them, so that the request can be changed. */
export const ownAsked = (account: Account, part: AccountPart) =>
  Object.fromEntries(
    waitingIn(account, part)
      .filter(({ isOwn }) => isOwn)
      .flatMap(({ fields }) => fields.map(({ field, after }) => [field, after])),
  )

/** Whether this user has an undecided request. */
export const hasOwn = (account: Account, part: AccountPart) => waitingIn(account, part).some(({ isOwn }) => isOwn)

/** Undecided requests of colleagues. */
export const othersIn = (account: Account, part: AccountPart): AccountChange[] =>
  waitingIn(account, part).filter(({ isOwn }) => !isOwn)

/** The fields that differ from the initial values, with null for emptied ones. */
export const patchOf = <Values extends object>(initial: Values, values: Values): Partial<Values> => {
  const before = new Map<string, unknown>(Object.entries(initial))
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name))),
  ) as Partial<Values>
}

/** Shared by the page's request forms: everything after sending. */
export function useRequest(account: Account, part: AccountPart) {
  const t = useText(accountPageText)
  const changed = useChanged()
  const { form } = t
  const areMailsSent = useQuery(noticeSettings).data?.areMailsSent ?? true
  return {
    /** Shows errors in place: at fields that a colleague has requested first, and at the password. */
    refused: (error: unknown): { [Field in AccountField | 'currentPassword']?: string } | undefined => {
      if (!(error instanceof Problem)) return undefined
      if (error.code === 'password_wrong') return { currentPassword: t.refusals.password_wrong }
      if (error.code !== 'change_pending') return undefined
      const said = (path: string) => {
        const other = othersIn(account, part).find(({ fields }) => fields.some(({ field }) => field === path))
        return other ? form.pendingField(other.requestedBy, other.mayWithdraw) : t.refusals.change_pending
      }
      return Object.fromEntries((error.details.errors ?? []).map(({ path }) => [path, said(path)]))
    },
    failed: () => void changed('account'),
    done: (made: { data: AccountChange | null }) => {
      void changed('account')
      toast(
        made.data
          ? { title: form.sent, description: areMailsSent ? form.sentNext : form.sentNextHere }
          : { title: form.takenBack, description: form.takenBackNext },
      )
    },
  }
}
