import { useEffect, useSyncExternalStore } from 'react'
import { useUser } from '#features/auth/web/use-user.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import type { FileTarget } from './queries.ts'
import { type Limits, Uploads } from './uploads.ts'

/** The uploads of each case or draft, keyed by `useName`. */
export const started = new Map<string, Uploads>()

/** The uploads to this case or draft, also those started on another tab of it. */
export function useUploads(
  target: FileTarget,
  { present, limits }: { present: readonly string[]; limits: Limits },
  say: (name: string, isNew: boolean) => void,
  prepare?: () => Promise<void>,
) {
  const changed = useChanged()
  const name = useName(target)
  const around = {
    present,
    limits,
    arrived: (file: string, isNew: boolean) => {
      void changed('attachments')
      say(file, isNew)
    },
    prepare,
  }
  const uploads = started.get(name) ?? new Uploads(target, around)
  started.set(name, uploads)
  useEffect(() => uploads.follow(around))
  useEffect(
    () => () => {
      if (uploads.tidy()) started.delete(name)
    },
    [name, uploads],
  )
  return { uploads, sending: useSyncExternalStore(uploads.subscribe, uploads.read) }
}

/** Includes the user, so that the next user to sign in sees none of these file names. */
export const useName = (target: FileTarget) => JSON.stringify([useUser()?.id, target])
