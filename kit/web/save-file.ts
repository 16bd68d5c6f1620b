import type { Bytes } from '#kit/contract.ts'

/** Long enough for a browser that asks first where the file should go. */
const keptFor = 60_000

/** Hands bytes to the browser as a download: a fetch can carry the session, a link cannot. */
export function saveFile(bytes: Bytes, name: string) {
  // Shared code knows no Blob; in a browser the bytes of a reply are one.
  const address = URL.createObjectURL(bytes as Blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), keptFor)
}
