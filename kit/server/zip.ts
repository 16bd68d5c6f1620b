import { makeZip } from 'client-zip'

export type ZipEntry = { name: string; input: string | AsyncIterable<string> | AsyncIterable<Uint8Array>; at?: Date }

/** The stream that is being read into the archive at the moment: let go when nobody reads on. */
export type Opened = { file?: ReadableStreamDefaultReader<Uint8Array> }

/** For an entry: its bytes, piece by piece, as the archive is read. */
export function readInto(opened: Opened, bytes: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  opened.file = bytes.getReader()
  return chunksOf(opened.file)
}

async function* chunksOf(reader: ReadableStreamDefaultReader<Uint8Array>) {
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value
}

/**
 * Made while it is read, and no faster. Whoever stops in the middle, or before the beginning, leaves to others what the file
 * that was being read holds, and what `atEnd` gives back.
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
