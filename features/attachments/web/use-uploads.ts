import { useEffect, useSyncExternalStore } from 'react'
import { useUser } from '#features/auth/web/use-user.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import type { FileTarget } from './queries.ts'
import { type Limits, Uploads } from './uploads.ts'

/** Of each case or draft, by its name. */
export const started = new Map<string, Uploads>()

/** The files on their way to this case or draft, also those that began on another tab of it. */
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

/** Who signs in after somebody else sees no names of their files. */
export const useName = (target: FileTarget) => JSON.stringify([useUser()?.id, target])
