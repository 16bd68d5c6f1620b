import { listOfFiles } from './fetch-chunk.ts'
import { hasUnsavedChanges } from './unsaved-forms.ts'

const key = 'reloaded_build'

/**
 * After a deployment an open page may ask for a part that is gone, script or styles: `fetchChunk` says so and rejects. The
 * page is reloaded then, once per build; the failure counts as prevented, and whoever waits for the part sees no error
 * meanwhile. Never over what somebody has typed: the error screen offers the reload then, as it does when the reload has not
 * helped.
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

/** Also in forms that nobody is asked about when leaving, such as the sign-in form. */
const hasTypedText = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    field => field.value !== field.defaultValue,
  )

export const isChunkFailure = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|^no \/assets/i.test(error.message)
