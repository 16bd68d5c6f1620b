import { SaveView } from './save-view.tsx'
import type { CaseListSearch } from './search.ts'
import { ViewsList } from './views-list.tsx'

type ViewsDialogProps = { to: 'save' | 'manage'; search: CaseListSearch; onClose: () => void }

export const ViewsDialog = ({ to, search, onClose }: ViewsDialogProps) =>
  to === 'save' ? <SaveView search={search} onClose={onClose} /> : <ViewsList onClose={onClose} />

export { OpenView } from './open-view.tsx'
export { ViewsChoice } from './views-choice.tsx'
