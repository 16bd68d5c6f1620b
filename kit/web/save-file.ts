import type { Bytes } from '#kit/contract.ts'

/** Milliseconds: long enough for a browser that first asks where to save the file. */
const keptFor = 60_000

/** Hands bytes to the browser as a download: a fetch can carry the session, a link cannot. */
export function saveFile(bytes: Bytes, name: string) {
  // Shared code does not know Blob; in a browser a reply's bytes are one.
  const address = URL.createObjectURL(bytes as Blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), keptFor)
}
