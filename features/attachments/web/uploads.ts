import { presentUser } from '#features/auth/web/use-user.ts'
import { Problem } from '#kit/problem.ts'
import { upload } from '#kit/web/upload.ts'
import { attachmentCalls } from '../contract.ts'
import { isArchive, isPhoto, isScan, typeOfName } from '../rules.ts'
import type { ArchiveFailure, WhyNotUnpacked } from './archive.ts'
import { type FileTarget, fileCalls } from './queries.ts'

export type Sending = {
  /** The same for every try: an answer lost on the way makes no second file. */
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
  /** Of an archive: what was in it and cannot be attached. */
  leftOut?: string[]
}
type Kept = { shown: Sending; file: Blob; isCompressed: boolean; stop: AbortController }
export type Limits = { bytes: number; files: number }
/** What the screen that shows the files knows better than they do. */
export type Surroundings = {
  limits: Limits
  /** Ids of the files that are there. */
  present: readonly string[]
  /** Called when a file has arrived, or was there already. */
  arrived: (name: string, isNew: boolean) => void
  /** Whatever must be there before the first file: a draft. */
  prepare?: (() => Promise<void>) | undefined
}

/** Photos a little above the limit are made smaller; one that big is no photo. */
const largestPhoto = 60 * 1024 * 1024
/** Beyond this the memory of a phone would not hold its triangles. */
const largestScan = 150 * 1024 * 1024
const atOnce = 2

/**
 * The files on their way to one case or draft. It outlives the screen that shows it, so that looking at another tab of a
 * case does not cut off what is being sent.
 */
export class Uploads {
  readonly #target: FileTarget
  readonly #sender = presentUser()?.id
  #around: Surroundings
  #kept: Kept[] = []
  #shown: readonly Sending[] = []
  #compressing = Promise.resolve()
  /** Ids of those that have arrived from here. */
  readonly #arrived = new Set<string>()
  readonly #listeners = new Set<() => void>()
  readonly #ask = (event: BeforeUnloadEvent) => event.preventDefault()

  constructor(target: FileTarget, around: Surroundings) {
    this.#target = target
    this.#around = around
  }

  /** The limits come later than the first picture, and each screen prepares for itself. */
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

  /** `free`: how many more there may be; what is too many is said of each. */
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

  /** What is in it comes in its place; what may not be attached is said. */
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

  /** Also takes a refused one off the list. */
  cancel(key: string) {
    this.#kept.find(({ shown }) => shown.key === key)?.stop.abort()
    this.#kept = this.#kept.filter(({ shown }) => shown.key !== key)
    this.#changed()
    this.#next()
  }

  /** What was refused has been read by now. Whether nothing else is left. */
  tidy(): boolean {
    this.#kept = this.#kept.filter(({ shown }) => shown.state !== 'refused')
    this.#changed()
    return this.#kept.length === 0
  }

  /** None of them goes out any more. */
  stop() {
    for (const { stop } of this.#kept) stop.abort()
    this.#kept = []
    this.#changed()
  }

  retry(key: string) {
    this.#set(key, { state: 'waiting', progress: 0 })
    this.#next()
  }

  /** One after the other: each takes the memory of its triangles. */
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
      // What could not be fetched may be there at the next press; what is no scan will never be one.
      const isScan = !(error instanceof Problem && error.code === 'scan_unreadable')
      if (isScan) this.#set(key, { state: 'scan_too_large', failure: new Problem('offline', 0) })
      else this.#set(key, { state: 'refused', failure: 'not_readable' })
    }
  }

  /** What can be said before anything is sent. */
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
      // No point moves by more than 5 µm. Colours would go: that is asked.
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
    // Somebody else sits here by now, in whose name nothing of this goes out.
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
      // The list may be read again, with this one in it, before the answer is here.
      const { present } = this.#around
      const { id } = (await this.#upload(kept, signal)).data
      const isNew = !present.includes(id) && !this.#arrived.has(id)
      this.#arrived.add(id)
      // A scan that is there already is not there twice (contract.ts): whoever has chosen it is told where it has gone.
      if (isNew) this.#kept = this.#kept.filter(one => one !== kept)
      this.#set(key, { state: 'refused', failure: 'already_there' })
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
    // The tab that closes would take along what has not arrived.
    if (this.#shown.some(({ state }) => state !== 'refused')) addEventListener('beforeunload', this.#ask)
    else removeEventListener('beforeunload', this.#ask)
    for (const listener of this.#listeners) listener()
  }
}
