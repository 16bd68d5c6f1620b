import { presentUser } from '#features/auth/web/use-user.ts'
import { Problem } from '#kit/problem.ts'
import { upload } from '#kit/web/upload.ts'
import { attachmentCalls } from '../contract.ts'
import { isArchive, isPhoto, isScan, typeOfName } from '../rules.ts'
import type { ArchiveFailure, WhyNotUnpacked } from './archive.ts'
import { type FileTarget, fileCalls } from './queries.ts'

export type Sending = {
  /** The idempotency key, the same for every retry: a lost answer creates no second file. */
  key: string
  name: string
  size: number
  state: 'unpacking' | 'waiting' | 'shrinking' | 'compressing' | 'sending' | 'failed' | 'refused' | 'scan_too_large'
  /** From 0 to 1. */
  progress: number
  failure?:
    | Problem
    | WhyNotUnpacked
    | 'left_out'
    | 'too_large'
    | 'still_too_large'
    | 'not_readable'
    | 'already_there'
    | 'empty'
  /** For an archive: files in it that cannot be attached. */
  leftOut?: string[]
}
type Kept = { shown: Sending; file: Blob; isCompressed: boolean; stop: AbortController }
export type Limits = { bytes: number; files: number }
/** State and callbacks of the screen that shows the files. */
export type Surroundings = {
  limits: Limits
  /** Ids of the stored files. */
  present: readonly string[]
  /** Called when a file has been stored, or was stored already. */
  arrived: (name: string, isNew: boolean) => void
  /** Creates what the first file needs: a draft. */
  prepare?: (() => Promise<void>) | undefined
}

/** Photos a little above the limit are shrunk; a larger file is no photo. */
const largestPhoto = 60 * 1024 * 1024
/** Beyond this the triangles would exceed the memory of a phone. */
const largestScan = 150 * 1024 * 1024
const atOnce = 2

/**
 * The uploads to one case or draft. It outlives the screen that shows it, so that changing the tab of a case does not abort
 * them.
 */
export class Uploads {
  readonly #target: FileTarget
  readonly #sender = presentUser()?.id
  #around: Surroundings
  #kept: Kept[] = []
  #shown: readonly Sending[] = []
  #compressing = Promise.resolve()
  /** Ids of files that were uploaded from here. */
  readonly #arrived = new Set<string>()
  readonly #listeners = new Set<() => void>()
  readonly #ask = (event: BeforeUnloadEvent) => event.preventDefault()

  constructor(target: FileTarget, around: Surroundings) {
    this.#target = target
    this.#around = around
  }

  /** The limits load later than the first picture, and each screen brings its own `prepare`. */
  follow(around: Surroundings) {
    this.#around = around
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }
  readonly read = () => this.#shown

  /** `free`: how many more files may be added; each one beyond is marked as refused. */
  add(files: Iterable<File>, free: number) {
    let left = free
    for (const file of files) {
      const kept = this.#judged(file)
      if (kept.shown.state !== 'refused' && --left < 0) {
        Object.assign(kept.shown, { state: 'refused', failure: new Problem('too_many_files', 409) })
      }
      this.#kept.push(kept)
      if (kept.shown.state === 'compressing')
        this.#compressing = this.#compressing.then(() => this.compress(kept.shown.key))
      if (kept.shown.state === 'unpacking') void this.#unpack(kept, file, ++left)
    }
    this.#changed()
    this.#next()
  }

  /** Replaces the archive by its files; reports those that may not be attached. */
  async #unpack({ shown: { key } }: Kept, archive: File, free: number) {
    try {
      const { unpack } = await import('./archive.ts')
      const { files, leftOut } = await unpack(archive)
      if (!this.#kept.some(({ shown }) => shown.key === key)) return
      if (leftOut.length > 0) this.#set(key, { state: 'refused', failure: 'left_out', leftOut })
      else this.#kept = this.#kept.filter(({ shown }) => shown.key !== key)
      this.add(files, free)
    } catch (error) {
      const why = error instanceof Error && 'why' in error ? (error as ArchiveFailure).why : undefined
      this.#set(key, { state: 'refused', failure: why ?? new Problem('offline', 0) })
    }
  }

  /** Also removes a refused one from the list. */
  cancel(key: string) {
    this.#kept.find(({ shown }) => shown.key === key)?.stop.abort()
    this.#kept = this.#kept.filter(({ shown }) => shown.key !== key)
    this.#changed()
    this.#next()
  }

  /** Removes refused files, which the user has seen by now. Returns whether nothing else is left. */
  tidy(): boolean {
    this.#kept = this.#kept.filter(({ shown }) => shown.state !== 'refused')
    this.#changed()
    return this.#kept.length === 0
  }

  /** Aborts all uploads. */
  stop() {
    for (const { stop } of this.#kept) stop.abort()
    this.#kept = []
    this.#changed()
  }

  retry(key: string) {
    this.#set(key, { state: 'waiting', progress: 0 })
    this.#next()
  }

  /** One after the other, because each needs memory for its triangles. */
  async compress(key: string) {
    const kept = this.#kept.find(({ shown }) => shown.key === key)
    const type = kept && typeOfName(kept.shown.name)
    if (!kept || !type || !isScan(type)) return
    this.#set(key, { state: 'compressing', progress: 0 })
    try {
      const { compressScan } = await import('./scans.ts')
      const { bytes } = await compressScan(type, await kept.file.arrayBuffer())
      kept.file = new Blob([bytes])
      kept.isCompressed = true
      if (bytes.byteLength > this.#around.limits.bytes) {
        this.#set(key, { state: 'refused', failure: 'still_too_large', size: bytes.byteLength })
      } else {
        this.#set(key, { state: 'waiting', size: bytes.byteLength, name: kept.shown.name.replace(/\.\w+$/, '.stl') })
        this.#next()
      }
    } catch (error) {
      // A failed fetch of the encoder may succeed on retry; an unreadable scan will not.
      const isScan = !(error instanceof Problem && error.code === 'scan_unreadable')
      if (isScan) this.#set(key, { state: 'scan_too_large', failure: new Problem('offline', 0) })
      else this.#set(key, { state: 'refused', failure: 'not_readable' })
    }
  }

  /** Checks that need no request. */
  #judged(file: File): Kept {
    const type = typeOfName(file.name)
    const isLarge = file.size > this.#around.limits.bytes
    const shown: Sending = { key: crypto.randomUUID(), name: file.name, size: file.size, state: 'waiting', progress: 0 }
    if (isArchive(file.name)) {
      shown.state = 'unpacking'
    } else if (!type) {
      Object.assign(shown, { state: 'refused', failure: new Problem('file_type_refused', 415) })
    } else if (!file.size) {
      Object.assign(shown, { state: 'refused', failure: 'empty' })
    } else if (isLarge && isScan(type) && file.size <= largestScan) {
      // No point moves by more than 5 µm. Colours would be lost, so formats that may have them need the user's consent.
      shown.state = type === 'stl' ? 'compressing' : 'scan_too_large'
    } else if (isLarge && !(isPhoto(type) && file.size <= largestPhoto)) {
      Object.assign(shown, { state: 'refused', failure: 'too_large' })
    }
    return { shown, file, isCompressed: false, stop: new AbortController() }
  }

  #next() {
    const active = this.#kept.filter(({ shown }) => shown.state === 'sending' || shown.state === 'shrinking').length
    const waiting = this.#kept.filter(({ shown }) => shown.state === 'waiting')
    for (const kept of waiting.slice(0, Math.max(0, atOnce - active))) void this.#send(kept)
  }

  async #send(kept: Kept) {
    const present = presentUser()
    // Another user has signed in on this page: nothing may be sent in their name.
    if (present && present.id !== this.#sender) return this.stop()
    const { key } = kept.shown
    kept.stop = new AbortController()
    const { signal } = kept.stop
    try {
      if (kept.file.size > this.#around.limits.bytes) {
        this.#set(key, { state: 'shrinking' })
        const { shrinkPhoto } = await import('./shrink-photo.ts')
        const smaller = await shrinkPhoto(kept.file, this.#around.limits.bytes)
        if (!smaller) return this.#set(key, { state: 'refused', failure: 'too_large' })
        kept.file = smaller
        this.#set(key, { size: smaller.size, name: kept.shown.name.replace(/\.\w+$/, '.jpg') })
      }
      this.#set(key, { state: 'sending', progress: 0 })
      await this.#around.prepare?.()
      // The list may be refetched, including this file, before the response arrives.
      const { present } = this.#around
      const { id } = (await this.#upload(kept, signal)).data
      const isNew = !present.includes(id) && !this.#arrived.has(id)
      this.#arrived.add(id)
      // A scan already present is not stored twice (see contract.ts): the user is told which file it is.
      if (isNew) {
        this.#kept = this.#kept.filter(one => one !== kept)
        this.#changed()
      } else this.#set(key, { state: 'refused', failure: 'already_there' })
      this.#around.arrived(kept.shown.name, isNew)
    } catch (error) {
      if (signal.aborted) return
      const failure = error instanceof Problem ? error : new Problem('unexpected', 0)
      // 401: until the same user has signed in again.
      const mayHelp = [0, 401, 429].includes(failure.status) || failure.status >= 500
      this.#set(key, { state: mayHelp ? 'failed' : 'refused', failure })
    } finally {
      this.#next()
    }
  }

  #upload({ shown: { key, name }, file, isCompressed }: Kept, signal: AbortSignal) {
    const target = this.#target
    const fields = {
      ...('problemId' in target && target.problemId ? { problemId: target.problemId } : {}),
      ...(isCompressed ? { compression: 'draco' } : {}),
    }
    const onProgress = (progress: number) => this.#set(key, { progress })
    const sending = { fields, file, name, key, onProgress, signal }
    return 'draftId' in target
      ? upload(attachmentCalls.addToDraft, { ...sending, params: { id: target.draftId } })
      : upload(fileCalls().addToOrder, { ...sending, params: { id: target.orderId } })
  }

  #set(key: string, change: Partial<Sending>) {
    for (const kept of this.#kept) {
      if (kept.shown.key !== key) continue
      const { failure: _, ...rest } = kept.shown
      kept.shown = { ...rest, ...change }
    }
    this.#changed()
  }

  #changed() {
    this.#shown = this.#kept.map(({ shown }) => shown)
    // Closing the tab would lose uploads in progress.
    if (this.#shown.some(({ state }) => state !== 'refused')) addEventListener('beforeunload', this.#ask)
    else removeEventListener('beforeunload', this.#ask)
    for (const listener of this.#listeners) listener()
  }
}
