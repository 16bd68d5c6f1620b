import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { type FileTarget, filesOf } from './queries.ts'
import { type Limits, Uploads } from './uploads.ts'

const started = new Map<string, Uploads>()

/** The files on their way to this case or draft, also those that began on another tab of it. */
export function useUploads(
  target: FileTarget,
  limits: Limits,
  arrived: (name: string) => void,
  prepare?: () => Promise<void>,
) {
  const queries = useQueryClient()
  const [uploads] = useState(() => {
    const name = JSON.stringify(target)
    const known = started.get(name)
    if (known) return known
    const made = new Uploads(
      target,
      limits,
      file => {
        void queries.invalidateQueries({ queryKey: filesOf(target).queryKey })
        void queries.invalidateQueries({ queryKey: ['orders', 'one'] })
        arrived(file)
      },
      prepare,
    )
    started.set(name, made)
    return made
  })
  return { uploads, sending: useSyncExternalStore(uploads.subscribe, uploads.read) }
}
