import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '#features/auth/web/use-user.ts'
import { addressOf, call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { calendarCalls, type Feed } from '../contract.ts'
import { CalendarAddress } from './calendar-address.tsx'
import { calendarFeed } from './queries.ts'
import { calendarText } from './text.ts'

export const loadCalendarText = () => loadText(calendarText)

/** Creates the secret address of a calendar feed, shows it this once, replaces and revokes it. */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const t = useText(calendarText)
  const { common } = useText(kitText)
  const format = useFormat()
  const sentence = useProblemText()
  const hasAbsences = useMay('absences')
  const queries = useQueryClient()
  const feed = useQuery(calendarFeed)
  const [address, setAddress] = useState<string>()
  const [asking, setAsking] = useState<'renew' | 'revoke'>()
  const { run, isPending, error } = useAttempt((work: () => Promise<void>) => work())

  async function make() {
    const { secret, createdAt } = (await call(calendarCalls.make)).data
    const made: Feed = { createdAt }
    queries.setQueryData(calendarFeed.queryKey, made)
    // The API may be on another origin than the page.
    setAddress(new URL(addressOf(calendarCalls.feed, { secret }), location.href).href)
  }
  async function revoke() {
    await call(calendarCalls.revoke)
    queries.setQueryData(calendarFeed.queryKey, null)
    toast({ title: t.revoked })
    onClose()
  }
  async function confirm() {
    await run(asking === 'revoke' ? revoke : make)
    setAsking(undefined)
  }

  const has = feed.data !== undefined && feed.data !== null
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      description={t.description(hasAbsences)}
      closeLabel={common.close}
      footer={
        has ? (
          <>
            <Button onClick={() => setAsking('renew')}>{t.renew}</Button>
            <Button onClick={() => setAsking('revoke')}>{t.revoke}</Button>
          </>
        ) : (
          <Button
            variant="primary"
            disabled={feed.data === undefined}
            pending={isPending}
            onClick={() => void run(make)}
          >
            {t.make}
          </Button>
        )
      }
    >
      {feed.error && feed.data === undefined ? (
        <QueryFailure title={t.notLoaded} query={feed} />
      ) : (
        <div className="stack">
          {address !== undefined && <CalendarAddress key={address} address={address} />}
          {feed.data === undefined && <Skeleton width="long" />}
          {has && address === undefined && (
            <div className="stack stack--sm">
              <p>{t.there(format.day(format.dayOf(feed.data?.createdAt ?? ''), 'long'))}</p>
              <p className="muted">{t.lost}</p>
            </div>
          )}
          <Notice icon="lock">{t.secret}</Notice>
          {error !== undefined && (
            <Notice tone="late" live title={t.failed}>
              {sentence(error)}
            </Notice>
          )}
        </div>
      )}
      {asking && (
        <ConfirmDialog
          open
          title={t.asking[asking].title}
          description={t.asking[asking].description}
          confirmLabel={t.asking[asking].act}
          cancelLabel={t.asking.keep}
          pending={isPending}
          onConfirm={() => void confirm()}
          onCancel={() => setAsking(undefined)}
        />
      )}
    </Dialog>
  )
}
