import type { RefusalOf } from '#kit/contract.ts'
import type { attachmentCalls, ScanRole, staffAttachmentCalls } from '../contract.ts'

type Refusal =
  | RefusalOf<typeof attachmentCalls.addToOrder>
  | RefusalOf<typeof staffAttachmentCalls.addToOrder>
  | RefusalOf<typeof attachmentCalls.download>
  | RefusalOf<typeof attachmentCalls.setRole>

export const en = {
  title: 'Files',
  drop: {
    title: 'Drop files here',
    browse: 'Choose files',
    photo: 'Take a photo',
    limits: (size: string, files: number) =>
      `Photos, PDF and scans (STL, PLY, OBJ, 3MF, or their ZIP), up to ${size} each, ${files} per case`,
    full: (files: number, canMakeRoom: boolean) =>
      `This case already has ${files} files from you, and no more are possible.${canMakeRoom ? ' Remove one to add another.' : ''}`,
    taken: (count: number) => (count === 1 ? 'File taken into this request' : `${count} files taken into this request`),
    takenWhere: 'Further down, with the comment.',
  },
  list: {
    add: 'Attach files',
    label: 'Files of this case',
    count: (count: number) => (count === 1 ? '1 file' : `${count} files`),
    empty: 'No files yet',
    emptyHint: 'Photos, scans and prescriptions that you add here reach the laboratory at once.',
    added: (by: string, when: string) => `${by}, ${when}`,
    open: (name: string) => `Open ${name}`,
    download: 'Download',
    downloadNamed: (name: string) => `Download ${name}`,
    remove: 'Remove',
    removeNamed: (name: string) => `Remove ${name}`,
    compressed: 'compressed for sending, within 5 µm',
    failed: 'The files could not be loaded',
  },
  roles: {
    label: (name: string) => `What ${name} shows`,
    none: 'Not said',
    upper: 'Upper arch',
    lower: 'Lower arch',
    bite: 'Bite',
    preparation: 'Preparation',
    antagonist: 'Opposing',
    abutment: 'Scan body',
    gingiva: 'Gingiva',
    marker: 'Marker',
  } satisfies Record<ScanRole | 'none', string> & { label: (name: string) => string },
  there: {
    label: 'Scans of the case',
    title: 'Scans:',
    present: { upper: 'upper ✓', lower: 'lower ✓', bite: 'bite ✓' },
    missing: { upper: 'upper missing', lower: 'lower missing', bite: 'bite missing' },
  },
  strange: {
    title: (count: number) =>
      count === 1
        ? 'The name of a file may tell the patient’s name'
        : `The names of ${count} files may tell the patient’s name`,
    replace: (words: string, code: string) => `Replace ${words} by ${code}`,
    /** For a file whose name contains another patient's code. */
    otherCode: (name: string, other: string, code: string) =>
      `“${name}” bears the code ${other}: this request is for ${code}.`,
    failed: 'The files could not be renamed',
  },
  roleFailed: (name: string) => `It could not be said what ${name} shows`,
  archive: {
    archive_unreadable: 'This ZIP cannot be read. Export it again, or drop its files one by one.',
    archive_locked: 'This ZIP is locked by a password. Drop its files one by one.',
    archive_too_large: 'This ZIP holds too many files or too much data. Drop only what is needed.',
  },
  removal: {
    title: (name: string) => `Remove “${name}”?`,
    description: 'Neither the practice nor the laboratory will see this file any more.',
    confirm: 'Remove the file',
    cancel: 'Keep it',
    done: (name: string) => `“${name}” has been removed`,
    failed: (name: string) => `“${name}” could not be removed`,
  },
  sending: {
    label: 'Files being sent',
    unpacking: 'Opening the archive …',
    leftOut: (names: string) => `Left out, since it cannot be attached: ${names}`,
    alreadyThere: 'Already attached: this file is here already.',
    waiting: 'Waiting',
    progress: (percent: number) => `${percent}%`,
    compressing: 'Compressing: no point moves by more than 5 µm, the laboratory receives an STL file.',
    shrinking: 'Making the photo smaller …',
    cancel: (name: string) => `Cancel sending ${name}`,
    retry: 'Try again',
    retryNamed: (name: string) => `Try again to send ${name}`,
    dismiss: (name: string) => `Remove ${name} from this list`,
    sent: (name: string) => `${name} has been sent`,
    compress: 'Compress and send',
    compressOffer: (size: string, limit: string) =>
      `This scan has ${size}, more than the ${limit} allowed. It can be compressed here, usually by thirty times; no point moves by more than 5 µm, and the laboratory receives an STL file.`,
    colorsLost: 'The colours of the scan are not kept.',
    stillTooLarge: (size: string, limit: string) =>
      `Even compressed, this scan has ${size}, more than the ${limit} allowed. Export only the part that is needed, or call the laboratory.`,
    empty: 'This file is empty. Export it again, then send it again.',
    notReadable: 'This file does not contain a scan that can be read. Export it again from your scanner’s software.',
  },
  download: { failed: (name: string) => `“${name}” could not be downloaded` },
  viewer: {
    close: 'Close',
    loading: 'Loading the file',
    notLoaded: 'The file could not be loaded',
    failed: 'This file cannot be shown here',
    failedHint: 'Download it to open it on your device.',
    openInTab: 'Open in its own tab',
    scan: (name: string) => `Scan ${name}. Turn it with the arrow keys, bring it closer with plus and minus.`,
    picture: (name: string) => `Picture of the scan ${name}`,
    noTurning: 'This browser cannot turn the scan; this is a picture of it.',
    views: 'View',
    front: 'Front',
    above: 'From above',
    below: 'From below',
    closer: 'Closer',
    further: 'Further away',
    triangles: (count: number) => `${count.toLocaleString('en-GB')} triangles`,
    turnHint: 'Drag to turn, pinch or scroll to zoom',
  },
  refusals: {
    file_too_large: 'This file is too large.',
    file_type_refused:
      'This type of file cannot be attached. Photos (JPG, PNG, WebP), PDF and scans (STL, PLY, OBJ, 3MF, or their ZIP) can.',
    file_is_not_what_it_says: 'The content of this file does not match its name. Export it again, then send it again.',
    image_too_large:
      'This photo has too many pixels: at most 50 megapixels as JPEG, 25 as PNG, 12 as WebP. Make it smaller, then send it again.',
    too_many_files: 'The number of files allowed for a case is reached.',
    quota_exceeded: 'The space for the files of this practice is full. Only the laboratory can enlarge it.',
    order_over: 'This case was cancelled: no more files are attached to it.',
    not_a_scan: 'Only a scan shows an arch.',
    attachment_is_kept: 'This file is no longer yours to rename: the case is being made.',
    storage_unavailable: 'The file could not be stored. Try again in a moment.',
    file_lost: 'This file is no longer there. Call the laboratory.',
  } satisfies Record<Refusal, string>,
  tooLarge: (size: string, limit: string) => `This file has ${size}; at most ${limit} are allowed.`,
}

export type AttachmentsText = typeof en
