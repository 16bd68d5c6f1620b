import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { draftCalls, type Template, type TemplateContent } from '../draft-contract.ts'
import { LoadFailed } from './load-failed.tsx'
import { templatesQuery } from './queries.ts'
import { reviewText } from './review-text.ts'
import { TemplateNameDialog } from './template-name.tsx'

type TemplatesProps = { onChoose: (name: string, content: TemplateContent) => void }

/** The practice's templates, each to start from, rename or delete. */
export function Templates({ onChoose }: TemplatesProps) {
  const t = useText(reviewText).start
  const templates = useQuery(templatesQuery)
  const [opened, setOpened] = useState<{ to: 'rename' | 'delete'; template: Template }>()
  const close = () => setOpened(undefined)
  return (
    <section className="stack stack--sm">
      <h3>{t.templates}</h3>
      {templates.error && !templates.data && (
        <LoadFailed error={templates.error} onRetry={() => void templates.refetch()} />
      )}
      {templates.isPending && <Skeleton />}
      {templates.data?.length === 0 && <p className="muted">{t.noTemplates}</p>}
      <ul className="starts">
        {templates.data?.map(template => (
          <li key={template.id} className="starts__line">
            <button type="button" className="menu__item" onClick={() => onChoose(template.name, template.content)}>
              {template.name}
            </button>
            <Menu label={t.actions(template.name)} icon="dots" iconOnly variant="bare" align="end">
              <MenuButton onSelect={() => setOpened({ to: 'rename', template })}>{t.rename}</MenuButton>
              <MenuButton tone="late" onSelect={() => setOpened({ to: 'delete', template })}>
                {t.delete}
              </MenuButton>
            </Menu>
          </li>
        ))}
      </ul>
      {opened?.to === 'rename' && <RenameTemplate template={opened.template} onClose={close} />}
      {opened?.to === 'delete' && <DeleteTemplate template={opened.template} onClose={close} />}
    </section>
  )
}

type OneTemplateProps = { template: Template; onClose: () => void }

function RenameTemplate({ template: { id, name }, onClose }: OneTemplateProps) {
  const t = useText(reviewText).start
  const client = useQueryClient()
  async function rename(body: { name: string }) {
    await call(draftCalls.renameTemplate, { params: { id }, body })
    // The new name may change its position in the list.
    await client.invalidateQueries({ queryKey: templatesQuery.queryKey })
  }
  return (
    <TemplateNameDialog
      title={t.renameTitle(name)}
      saveLabel={t.rename}
      name={name}
      onSave={rename}
      onClose={onClose}
    />
  )
}

function DeleteTemplate({ template: { id, name }, onClose }: OneTemplateProps) {
  const t = useText(reviewText).start
  const { common } = useText(kitText)
  const client = useQueryClient()
  const sentence = useProblemText()
  const { run, isPending, error } = useAttempt(async () => {
    await call(draftCalls.deleteTemplate, { params: { id } })
    client.setQueryData(templatesQuery.queryKey, before => before?.filter(template => template.id !== id))
    onClose()
  })
  return (
    <ConfirmDialog
      open
      title={t.deleteTitle(name)}
      description={t.deleteAdvice}
      confirmLabel={t.deleteConfirm}
      cancelLabel={common.cancel}
      pending={isPending}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {error !== undefined && (
        <Notice tone="late" live title={t.deleteFailed(name)}>
          {sentence(error)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
