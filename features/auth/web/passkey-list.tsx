import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import type { passkeyCalls } from '../passkey-contract.ts'
import { PasskeyRemoval, PasskeyRenaming } from './passkey-dialogs.tsx'
import { passkeyList } from './passkey-queries.ts'
import { passkeyText } from './passkey-text.ts'
import { isLeft, isThere, makePasskey, prepareMaking } from './passkeys.ts'
import { PasswordDialog } from './password-dialog.tsx'

type Passkey = Reply<typeof passkeyCalls.list>['data'][number]
type Asked = { about: 'password' } | { about: 'renaming' | 'removal'; id: string; name: string }

type Prepared = Awaited<ReturnType<typeof prepareMaking>>

/** Undefined if the password is required first. */
const prepareUnlessAsked = () =>
  prepareMaking({}).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'password_needed') return undefined
    throw error
  })

/** The user's passkeys. */
export function PasskeyList() {
  const t = useText(passkeyText)
  const format = useFormat()
  const sentence = useProblemText()
  const queries = useQueryClient()
  const list = useQuery(passkeyList)
  const [asked, setAsked] = useState<Asked>()
  const refresh = () => queries.invalidateQueries({ queryKey: passkeyList.queryKey })
  const close = () => setAsked(undefined)

  const { run, isPending, error } = useAttempt(async (prepared?: Prepared) => {
    const making = prepared ?? (await prepareUnlessAsked())
    if (!making) return setAsked({ about: 'password' })
    await makePasskey(making)
    await refresh()
    toast({ title: t.addDone })
  })
  /** The reason from the server or the browser. */
  const reasonOf = (failure: unknown) => {
    if (failure instanceof Problem) return sentence(failure, t.refusals)
    if (isThere(failure)) return t.addThere
    return isLeft(failure) ? t.addLeft : t.addUnknown
  }

  const nameOf = ({ name, device }: Passkey) => name || device || t.passkey
  const hintOf = ({ name, device, host, isBackedUp }: Passkey) =>
    [name && device, isBackedUp ? t.backedUp : t.onDevice, host !== location.hostname && t.elsewhere(host)]
      .filter(Boolean)
      .join(' · ')

  return (
    <Card
      flush
      title={t.title}
      actions={
        <Button pending={isPending} onClick={() => void run()}>
          {t.add}
        </Button>
      }
      footer={<p className="muted small">{t.description}</p>}
    >
      {error !== undefined && (
        <Notice tone="late" live>
          {reasonOf(error)}
        </Notice>
      )}
      {list.error && !list.data ? (
        <QueryFailure title={t.failed} query={list} />
      ) : list.data?.length === 0 ? (
        <EmptyState icon="lock" title={t.none} />
      ) : (
        <Table
          caption={t.title}
          rows={list.data}
          rowKey={({ id }) => id}
          skeletonRows={1}
          columns={[
            {
              key: 'name',
              label: t.passkey,
              phone: 'title',
              cell: passkey => <TwoLines sub={hintOf(passkey)}>{nameOf(passkey)}</TwoLines>,
            },
            {
              key: 'used',
              label: t.used,
              size: 'md',
              cell: ({ usedAt }) => (usedAt ? format.dayTime(usedAt) : t.never),
            },
            { key: 'added', label: t.added, size: 'md', cell: ({ createdAt }) => format.dayTime(createdAt) },
            {
              key: 'acts',
              label: t.acts,
              labelHidden: true,
              phone: 'bare',
              cell: passkey => {
                const one = { id: passkey.id, name: nameOf(passkey) }
                return (
                  <div className="row">
                    <Button
                      size="sm"
                      aria-label={t.renameNamed(one.name)}
                      onClick={() => setAsked({ about: 'renaming', ...one })}
                    >
                      {t.rename}
                    </Button>
                    <Button
                      size="sm"
                      aria-label={t.removeNamed(one.name)}
                      onClick={() => setAsked({ about: 'removal', ...one })}
                    >
                      {t.remove}
                    </Button>
                  </div>
                )
              },
            },
          ]}
        />
      )}
      {asked?.about === 'password' && (
        <PasswordDialog
          words={t.confirming}
          send={prepareMaking}
          done={prepared => {
            close()
            void run(prepared)
          }}
          onClose={close}
        />
      )}
      {asked?.about === 'renaming' && <PasskeyRenaming {...asked} onDone={refresh} onClose={close} />}
      {asked?.about === 'removal' && <PasskeyRemoval {...asked} onDone={refresh} onClose={close} />}
    </Card>
  )
}
