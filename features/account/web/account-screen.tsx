import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SecuritySection } from '#features/auth/web/security-section.tsx'
import { updateUser, useMay, useUser } from '#features/auth/web/use-user.ts'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { PhoneLink } from '#features/brand/web/phone.tsx'
import { NoticesSection } from '#features/notices/web/notices-section.tsx'
import { later } from '#kit/web/later.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { DescriptionList } from '#kit/web/ui/description-list.tsx'
import { JumpList, JumpPart } from '#kit/web/ui/jump-list.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { BlockSkeleton, Skeleton } from '#kit/web/ui/skeleton.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { Account } from '../contract.ts'
import './account.css'
import type { AccountDialogsProps } from './account-dialogs.tsx'
import { accountPageText } from './page-text.ts'
import { PartCard } from './part-card.tsx'
import { accountQuery } from './queries.ts'

/** Seldom used, at the end of a long page. */
const PrivacySection = later(async () => (await import('#features/privacy/web/privacy-section.tsx')).PrivacySection, {
  when: 'drawn',
  meanwhile: BlockSkeleton,
})

/** Anchors for mails and for the list at the top. */
const places = ['you', 'practice', 'notices', 'security', 'privacy'] as const

const loadDialogs = async () => (await import('./account-dialogs.tsx')).AccountDialogs

/** The laboratory's data on this user and the practice, with the requests for changes. */
export function AccountScreen() {
  const t = useText(accountPageText)
  useTitle(t.title)
  const mayManage = useMay('colleagues')
  const query = useQuery(accountQuery)
  const { data: account, error } = query
  const dialogs = useLateDialog<AccountDialogsProps>(loadDialogs)
  useOwnName(account)
  return (
    <div className="stack">
      <PageHead
        title={t.title}
        description={error && !account ? undefined : t.description(account?.practice ?? '…')}
        actions={
          mayManage && (
            <ButtonLink to="/account/colleagues" icon="users">
              {t.colleagues}
            </ButtonLink>
          )
        }
      />
      <JumpList label={t.sections.label} parts={places.map(id => ({ id, name: t.sections[id] }))} />
      {error && account && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void query.refetch()} />}
      {error && !account ? (
        <Card flush>
          <QueryFailure title={t.failed} query={query} />
        </Card>
      ) : (
        <>
          <JumpPart id="you">
            <PartCard part="personal_information" account={account} dialogs={dialogs} />
          </JumpPart>
          <JumpPart id="practice">
            <PartCard part="contact_information" account={account} dialogs={dialogs} />
            <OfficeAddress address={account?.officeAddress} />
            <PartCard part="delivery_instruction" account={account} dialogs={dialogs} />
          </JumpPart>
        </>
      )}
      <JumpPart id="notices">
        <NoticesSection />
      </JumpPart>
      <JumpPart id="security">
        <SecuritySection screen={t.title} />
      </JumpPart>
      <JumpPart id="privacy">
        <PrivacySection />
      </JumpPart>
      {dialogs.dialog}
    </div>
  )
}

function OfficeAddress({ address }: { address: Account['officeAddress'] | undefined }) {
  const t = useText(accountPageText)
  const { clientServicePhone } = useBrand()
  const language = useLanguage()
  const lines = address && [address.address, `${address.postalCode} ${address.city}`.trim()].filter(Boolean)
  const country = address && new Intl.DisplayNames([language], { type: 'region' }).of(address.countryCode)
  return (
    <Card title={t.address.title}>
      <div className="stack stack--sm">
        <DescriptionList
          items={[
            {
              term: t.address.label,
              detail: lines ? (
                <span className="account__detail">{lines.length > 0 ? [...lines, country].join('\n') : t.none}</span>
              ) : (
                <Skeleton width="medium" />
              ),
            },
          ]}
        />
        <p className="muted">
          {t.address.how} <PhoneLink phone={clientServicePhone} />
        </p>
      </div>
    </Card>
  )
}

/** The frame shows the token's name: fetches a new token once the laboratory has changed the name. */
function useOwnName(account: Account | undefined) {
  const user = useUser()
  const own = account?.personalInformation
  const isOther =
    own && user
      ? [own.firstName, own.lastName, own.email].join() !== [user.firstName, user.lastName, user.email].join()
      : false
  useEffect(() => {
    if (isOther) void updateUser()
  }, [isOther])
}
