import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { longestSearch } from '#features/cases/list-contract.ts'
import { PatientWords } from '#features/cases/web/patient-words.tsx'
import { caseList } from '#features/cases/web/queries.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { SearchInput } from '#kit/web/ui/search-input.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import type { TemplateContent } from '../draft-contract.ts'
import { LoadFailed } from './load-failed.tsx'
import { reviewText } from './review-text.ts'
import { Templates } from './templates.tsx'

type StartFromProps = {
  open: boolean
  onClose: () => void
  onTemplate: (name: string, content: TemplateContent) => void
  onCase: (id: string) => Promise<void>
}

/** Starts a request from a template of the practice or from an earlier case. */
export function StartFrom({ open, onClose, onTemplate, onCase }: StartFromProps) {
  const t = useText(reviewText).start
  const { common } = useText(kitText)
  return (
    <Dialog open={open} onClose={onClose} title={t.title} description={t.description} closeLabel={common.close}>
      <div className="stack">
        <Templates
          onChoose={(name, content) => {
            onClose()
            onTemplate(name, content)
          }}
        />
        <EarlierCases
          onChoose={id => {
            onClose()
            void onCase(id)
          }}
        />
      </div>
    </Dialog>
  )
}

function EarlierCases({ onChoose }: { onChoose: (id: string) => void }) {
  const t = useText(reviewText).start
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const cases = useQuery({
    ...caseList({ tab: 'all', page: 1, ...(search && { search }) }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="stack stack--sm">
      <h3>{t.recent}</h3>
      <SearchInput
        label={t.search}
        placeholder={t.searchExample}
        maxLength={longestSearch}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      {cases.error && !cases.data && <LoadFailed error={cases.error} onRetry={() => void cases.refetch()} />}
      {cases.isPending && <Skeleton shape="block" />}
      {cases.data?.data.length === 0 && <p className="muted">{t.noCases}</p>}
      <ul className="starts" aria-busy={cases.isFetching}>
        {cases.data?.data.slice(0, 8).map(row => (
          <li key={row.id}>
            <button type="button" className="menu__item starts__case" onClick={() => onChoose(row.id)}>
              <span className="strong num">{row.code}</span>
              <span>
                <PatientWords row={row} />
              </span>
              <span className="muted">{row.summary}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
