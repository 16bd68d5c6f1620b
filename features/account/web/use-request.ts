import { useChanged } from '#features/live/web/use-changed.ts'
import { Problem } from '#kit/problem.ts'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import type { Account, AccountChange, AccountField, AccountPart } from '../contract.ts'
import { accountPageText } from './page-text.ts'

const waitingIn = (account: Account, part: AccountPart) =>
  account.changes.filter(change => change.part === part && change.state === 'pending')

/** What this user has asked for already, by field: a form begins with it, so that what was sent can be changed. */
export const ownAsked = (account: Account, part: AccountPart) =>
  Object.fromEntries(
    waitingIn(account, part)
      .filter(({ isOwn }) => isOwn)
      .flatMap(({ fields }) => fields.map(({ field, after }) => [field, after])),
  )

/** Whether a request of this user waits. */
export const hasOwn = (account: Account, part: AccountPart) => waitingIn(account, part).some(({ isOwn }) => isOwn)

/** What colleagues have asked for. */
export const othersIn = (account: Account, part: AccountPart): AccountChange[] =>
  waitingIn(account, part).filter(({ isOwn }) => !isOwn)

/** Of a form's fields those that say something else than at the beginning, and null where nothing is to be there. */
export const patchOf = <Values extends object>(initial: Values, values: Values): Partial<Values> => {
  const before = new Map<string, unknown>(Object.entries(initial))
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name))),
  ) as Partial<Values>
}

/** What the forms of the page have in common once they are sent. */
export function useRequest(account: Account, part: AccountPart) {
  const t = useText(accountPageText)
  const changed = useChanged()
  const { form } = t
  return {
    /** Said where it happened: at the fields that a colleague was quicker with, and at the password. */
    refused: (error: unknown): { [Field in AccountField | 'currentPassword']?: string } | undefined => {
      if (!(error instanceof Problem)) return undefined
      if (error.code === 'password_wrong') return { currentPassword: t.refusals.password_wrong }
      if (error.code !== 'change_pending') return undefined
      const said = (path: string) => {
        const other = othersIn(account, part).find(({ fields }) => fields.some(({ field }) => field === path))
        return other ? form.pendingField(other.requestedBy) : t.refusals.change_pending
      }
      return Object.fromEntries((error.details.errors ?? []).map(({ path }) => [path, said(path)]))
    },
    failed: () => void changed('account'),
    done: (made: { data: AccountChange | null }) => {
      void changed('account')
      toast(
        made.data
          ? { title: form.sent, description: form.sentNext }
          : { title: form.takenBack, description: form.takenBackNext },
      )
    },
  }
}
