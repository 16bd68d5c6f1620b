export { DraftFiles } from '#features/attachments/web/files.tsx'
export { SaveTemplate } from './save-template.tsx'
export { StartFrom } from './start-from.tsx'
export { StartOver } from './start-over.tsx'
