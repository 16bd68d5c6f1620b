import { useSyncExternalStore } from 'react'
import type { FileTarget } from './queries.ts'
import type { Sending } from './uploads.ts'
import { started, useName } from './use-uploads.ts'

const nothing: readonly Sending[] = []

/** The names of files chosen for the target that cannot be attached. */
export function useNotAttached(target: FileTarget): string[] {
  const uploads = started.get(useName(target))
  const sending = useSyncExternalStore(uploads?.subscribe ?? (() => () => undefined), uploads?.read ?? (() => nothing))
  return sending.flatMap(({ state, failure, name }) => (state === 'refused' && failure !== 'already_there' ? name : []))
}
