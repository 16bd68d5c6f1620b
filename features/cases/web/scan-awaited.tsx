import { getRouteApi } from '@tanstack/react-router'
import { useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { caseText } from './case-text.ts'

const route = getRouteApi('/portal/cases/$id')

/** As announced in the review before ordering: the case waits for its scan. */
export function ScanAwaited({ id }: { id: string }) {
  const { scanAwaited: t } = useText(caseText)
  const { tab } = route.useSearch()
  return (
    <Notice tone="warn" title={t.title}>
      {tab !== 'attachments' && (
        <div className="row">
          <ButtonLink
            size="sm"
            icon="paperclip"
            to="/cases/$id"
            params={{ id }}
            search={{ tab: 'attachments' }}
            state={true}
            ignoreBlocker
            resetScroll={false}
          >
            {t.attach}
          </ButtonLink>
        </div>
      )}
    </Notice>
  )
}
