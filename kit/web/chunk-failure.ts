import { listOfFiles } from './fetch-chunk.ts'
import { hasUnsavedChanges } from './unsaved-forms.ts'

const key = 'reloaded_build'

/**
 * After a deployment an open page may request a chunk that is gone, script or styles: `fetchChunk` fires this event and rejects.
 * The page is then reloaded, once per build; the event is cancelled, and callers waiting for the chunk see no error meanwhile.
 * Never reloads over typed text: the error screen offers the reload then, as it does when one reload did not help.
 */
export function watchChunkFailures() {
  let isReloading = false
  const build = listOfFiles()
  addEventListener('arcade:chunk-failed', failure => {
    if (isReloading) return failure.preventDefault()
    // Without a network a reload would lose the page that is still there.
    if (failure.detail.isOffline || hasUnsavedChanges() || hasTypedText() || sessionStorage.getItem(key) === build)
      return
    sessionStorage.setItem(key, build)
    failure.preventDefault()
    isReloading = true
    location.reload()
  })
}

/** Also covers forms without a leave question, such as the sign-in form. */
const hasTypedText = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    field => field.value !== field.defaultValue,
  )

export const isChunkFailure = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|^no \/assets/i.test(error.message)
