import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { PatientWords } from '#features/cases/web/patient-words.tsx'
import { caseList } from '#features/cases/web/queries.ts'
import { call } from '#kit/web/call.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { ErrorState } from '#kit/web/ui/error-state.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { SearchInput } from '#kit/web/ui/search-input.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { orderingCalls, type TemplateContent } from '../contract.ts'
import { templatesQuery } from './queries.ts'
import { orderingText } from './text.ts'

type StartFromProps = {
  open: boolean
  onClose: () => void
  onTemplate: (name: string, content: TemplateContent) => void
  onCase: (id: string) => Promise<void>
}

/** A request need not begin empty: templates of the practice, and its earlier cases. */
export function StartFrom({ open, onClose, onTemplate, onCase }: StartFromProps) {
  const t = useText(orderingText).start
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

function Templates({ onChoose }: { onChoose: StartFromProps['onTemplate'] }) {
  const t = useText(orderingText).start
  const templates = useQuery(templatesQuery)
  const [doomed, setDoomed] = useState<{ id: string; name: string }>()
  return (
    <section className="stack stack--sm">
      <h3>{t.templates}</h3>
      {templates.error && !templates.data && <Retry error={templates.error} onRetry={() => void templates.refetch()} />}
      {templates.isPending && <Skeleton />}
      {templates.data?.length === 0 && <p className="muted">{t.noTemplates}</p>}
      <ul className="starts">
        {templates.data?.map(({ id, name, content }) => (
          <li key={id} className="starts__line">
            <button type="button" className="menu__item" onClick={() => onChoose(name, content)}>
              {name}
            </button>
            <IconButton icon="close" size="sm" label={t.delete(name)} onClick={() => setDoomed({ id, name })} />
          </li>
        ))}
      </ul>
      {doomed && <DeleteTemplate {...doomed} onClose={() => setDoomed(undefined)} />}
    </section>
  )
}

function DeleteTemplate({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useText(orderingText).start
  const client = useQueryClient()
  const sentence = useProblemText()
  const [isPending, setPending] = useState(false)
  async function forget() {
    setPending(true)
    try {
      await call(orderingCalls.deleteTemplate, { params: { id } })
      client.setQueryData(templatesQuery.queryKey, before => before?.filter(template => template.id !== id))
    } catch (error) {
      toast({ tone: 'late', title: t.deleteFailed(name), description: sentence(error) })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title={t.deleteTitle(name)}
      description={t.deleteAdvice}
      confirmLabel={t.deleteConfirm}
      cancelLabel={t.cancel}
      pending={isPending}
      onConfirm={() => void forget()}
      onCancel={onClose}
    />
  )
}

function EarlierCases({ onChoose }: { onChoose: (id: string) => void }) {
  const t = useText(orderingText).start
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
        maxLength={100}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      {cases.error && !cases.data && <Retry error={cases.error} onRetry={() => void cases.refetch()} />}
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

function Retry({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText(orderingText).start
  const kit = useText(kitText)
  const sentence = useProblemText()
  return <ErrorState title={t.failed} description={sentence(error)} retryLabel={kit.error.retry} onRetry={onRetry} />
}
