import { makeZip } from 'client-zip'

export type ZipEntry = { name: string; input: string | AsyncIterable<string> | AsyncIterable<Uint8Array>; at?: Date }

/** The stream being copied into the archive, to be cancelled when the reader stops. */
export type Opened = { file?: ReadableStreamDefaultReader<Uint8Array> }

/** The bytes of an entry, chunk by chunk, as the archive is read. */
export function readInto(opened: Opened, bytes: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  opened.file = bytes.getReader()
  return chunksOf(opened.file)
}

async function* chunksOf(reader: ReadableStreamDefaultReader<Uint8Array>) {
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value
}

/**
 * A zip archive made while it is read, and no faster. If the reader stops midway or before the start, the stream of the current
 * file is cancelled and `atEnd` still runs.
 */
export function zipOf(
  entries: (opened: Opened) => AsyncGenerator<ZipEntry>,
  atEnd: () => void = () => undefined,
): ReadableStream<Uint8Array> {
  const opened: Opened = {}
  const reader = makeZip(named(entries(opened))).getReader()
  const end = async () => {
    atEnd()
    await opened.file?.cancel()
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
        } catch (error) {
          await end()
          throw error
        }
        await end()
        controller.close()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}

async function* named(entries: AsyncGenerator<ZipEntry>) {
  for await (const { at, ...entry } of entries) yield { ...entry, ...(at && { lastModified: at }) }
}
