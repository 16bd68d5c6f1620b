import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import { secondFactorQuery } from './queries.ts'
import type { SecondFactorDialogsProps } from './second-factor-dialogs.tsx'
import { secondFactorText } from './second-factor-text.ts'

async function loadSecondFactorDialogs() {
  const [{ SecondFactorDialogs }] = await Promise.all([
    import('./second-factor-dialogs.tsx'),
    loadText(secondFactorText),
  ])
  return SecondFactorDialogs
}

/** Whether codes are required, and the actions for them. */
const looks = { on: { tone: 'ok', icon: 'check' }, off: { tone: 'plain', icon: 'pause' } } as const

export function SecondFactorCard() {
  const t = useText(secondFactorText)
  const format = useFormat()
  const query = useQuery(secondFactorQuery)
  const { prepare, open, dialog } = useLateDialog<SecondFactorDialogsProps>(loadSecondFactorDialogs)
  const { data, error } = query
  const addedAt = data?.addedAt
  return (
    <Card title={t.title} actions={data && <Pill {...(addedAt ? looks.on : looks.off)}>{addedAt ? t.on : t.off}</Pill>}>
      {error && !data ? (
        <QueryFailure title={t.failed} query={query} />
      ) : !data ? (
        <BlockSkeleton />
      ) : (
        <div className="stack stack--sm">
          <p className="muted">{t.description}</p>
          {addedAt ? (
            <>
              <p>
                {t.since(format.dayTime(addedAt))} {t.codesLeft(data.recoveryCodesLeft)}
              </p>
              <div className="row">
                <Button onPointerEnter={prepare} onFocus={prepare} onClick={() => open({ act: 'renew' })}>
                  {t.renewCodes}
                </Button>
                <Button onPointerEnter={prepare} onFocus={prepare} onClick={() => open({ act: 'remove' })}>
                  {t.turnOff}
                </Button>
              </div>
            </>
          ) : (
            <div className="row">
              <Button variant="primary" onPointerEnter={prepare} onFocus={prepare} onClick={() => open({ act: 'add' })}>
                {t.turnOn}
              </Button>
            </div>
          )}
        </div>
      )}
      {dialog}
    </Card>
  )
}
