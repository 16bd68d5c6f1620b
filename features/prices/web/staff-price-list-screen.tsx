import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { later } from '#kit/web/later.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { matchesWords } from '#kit/web/search-words.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { TypedSearch } from '#kit/web/typed-search.tsx'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { BlockSkeleton, Skeleton } from '#kit/web/ui/skeleton.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { Toolbar } from '#kit/web/ui/toolbar.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useSaving } from '#kit/web/use-saving.ts'
import { type OnePriceList, priceCalls } from '../contract.ts'
import { priceFileCalls } from '../file-contract.ts'
import { PracticesCard } from './practices-card.tsx'
import { priceListOne } from './staff-queries.ts'
import { pricesText } from './staff-text.ts'

const NewListDialog = later(() => import('./new-list-dialog.tsx').then(module => module.NewListDialog))
const RenameDialog = later(() => import('./rename-dialog.tsx').then(module => module.RenameDialog))
const PricesDialog = later(() => import('./prices-dialog.tsx').then(module => module.PricesDialog))
const FileDialog = later(() => import('./file-dialog.tsx').then(module => module.FileDialog))
const PlacingDialog = later(() => import('./placing-dialog.tsx').then(module => module.PlacingDialog))

const route = getRouteApi('/console/staff/settings/prices/$id')

type Opened = { what: 'prices' | 'rename' | 'copy' | 'remove' | 'place' | 'file' | 'default'; list: OnePriceList }

/** One price list: its practices and its prices. */
export function StaffPriceListScreen(): ReactNode {
  const t = useText(pricesText)
  const { id } = route.useParams()
  const query = useQuery(priceListOne(id))
  const list = query.data
  useTitle(list?.name ?? t.title)
  // Keeps the list as it was when opened, so that a colleague's later change is refused, not overwritten.
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const { save } = useSaving({})
  return (
    <div className="stack">
      <div className="stack">
        <Breadcrumb label={t.title}>
          <BreadcrumbLink to="/staff/settings/prices">{t.title}</BreadcrumbLink>
          {(list || !query.error) && <BreadcrumbHere>{list?.name ?? <Skeleton width="short" />}</BreadcrumbHere>}
        </Breadcrumb>
        <PageHead
          title={list?.name ?? (query.error ? t.title : <Skeleton shape="title" width="medium" />)}
          description={list?.isDefault ? `${t.default.is} ${t.listDescription}` : t.listDescription}
          actions={
            list && (
              <>
                <Button variant="primary" onClick={() => setOpened({ what: 'prices', list })}>
                  {t.changePrices}
                </Button>
                <Menu label={t.menu} align="end">
                  <MenuButton onSelect={() => setOpened({ what: 'copy', list })}>{t.copy}</MenuButton>
                  <MenuButton onSelect={() => setOpened({ what: 'rename', list })}>{t.rename}</MenuButton>
                  <MenuButton onSelect={() => setOpened({ what: 'default', list })}>
                    {list.isDefault ? t.default.menuOff : t.default.menuOn}
                  </MenuButton>
                  <MenuButton
                    onSelect={() =>
                      save({
                        load: () => call(priceFileCalls.write, { params: { id } }),
                        name: t.file.name(list.name),
                        failed: t.file.notSaved,
                      })
                    }
                  >
                    {t.file.download}
                  </MenuButton>
                  <MenuButton onSelect={() => setOpened({ what: 'file', list })}>{t.file.open}</MenuButton>
                  <MenuButton tone="late" onSelect={() => setOpened({ what: 'remove', list })}>
                    {t.remove}
                  </MenuButton>
                </Menu>
              </>
            )
          }
        />
      </div>
      {query.error && list && (
        <OutdatedNotice words={t.outdated} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {list ? (
        <>
          <PracticesCard listId={list.id} onPlace={() => setOpened({ what: 'place', list })} />
          <Prices list={list} />
        </>
      ) : query.error ? (
        <Card flush>
          <QueryFailure title={t.failed} query={query} />
        </Card>
      ) : (
        <BlockSkeleton />
      )}
      {opened?.what === 'prices' && <PricesDialog list={list ?? opened.list} onClose={close} />}
      {opened?.what === 'place' && <PlacingDialog list={opened.list} onClose={close} />}
      {opened?.what === 'file' && <FileDialog list={opened.list} onClose={close} />}
      {opened?.what === 'default' && <Default list={opened.list} onClose={close} />}
      {opened?.what === 'rename' && <RenameDialog list={list ?? opened.list} onClose={close} />}
      {opened?.what === 'copy' && <NewListDialog lists={[opened.list]} basedOn={opened.list.id} onClose={close} />}
      {opened?.what === 'remove' && <Removal list={opened.list} onClose={close} />}
    </div>
  )
}

function Prices({ list }: { list: OnePriceList }) {
  const { prices: t } = useText(pricesText)
  const language = useLanguage()
  const format = useFormat()
  const { search = '' } = route.useSearch()
  const navigate = useNavigate()
  const products = list.families.flatMap(({ nameFr, nameEn, products }) =>
    products.map(product => ({ ...product, family: language === 'fr' ? nameFr : nameEn })),
  )
  const found = products.filter(({ labelFr, labelEn, reference }) =>
    matchesWords(`${language === 'fr' ? labelFr : labelEn} ${reference}`, search),
  )
  const way = { to: '/staff/settings/prices/$id', params: { id: list.id }, resetScroll: false } as const
  return (
    <Card
      flush
      title={t.title}
      actions={
        products.length > 0 && (
          <Toolbar label={t.search}>
            <TypedSearch
              className="field--search"
              label={t.search}
              placeholder={t.searchHint}
              maxLength={100}
              search={search}
              goTo={(words, going) => void navigate({ ...way, search: words ? { search: words } : {}, ...going })}
            />
          </Toolbar>
        )
      }
    >
      <ResultCount hidden>{search && t.found(found.length)}</ResultCount>
      {products.length === 0 ? (
        <EmptyState icon="tooth" title={t.none.title} description={t.none.description} />
      ) : found.length === 0 ? (
        <EmptyState
          icon="search"
          {...t.notFound}
          action={
            <ButtonLink {...way} search={{}}>
              {t.clear}
            </ButtonLink>
          }
        />
      ) : (
        <Table
          caption={t.title}
          rows={found}
          rowKey={({ reference }) => reference}
          columns={[
            {
              key: 'product',
              label: t.product,
              phone: 'title',
              cell: ({ labelFr, labelEn, reference, family, isRetired }) => (
                <TwoLines sub={[reference, family, ...(isRetired ? [t.retired] : [])].join(' · ')}>
                  {language === 'fr' ? labelFr : labelEn}
                </TwoLines>
              ),
            },
            {
              key: 'catalogue',
              label: t.inCatalogue,
              align: 'end',
              cell: ({ catalogueCents }) => (catalogueCents === null ? t.noPrice : format.money(catalogueCents)),
            },
            {
              key: 'price',
              label: t.here,
              align: 'end',
              cell: ({ priceCents, catalogueCents }) =>
                priceCents === null ? (
                  <span className="muted">{t.same}</span>
                ) : (
                  <TwoLines sub={catalogueCents ? t.share(shareOf(priceCents, catalogueCents)) : undefined}>
                    <span className="strong">{format.money(priceCents)}</span>
                  </TwoLines>
                ),
            },
          ]}
        />
      )}
    </Card>
  )
}

/** Difference to the catalogue in per cent, to one decimal. */
const shareOf = (price: number, catalogue: number) => Math.round(((price - catalogue) / catalogue) * 1_000) / 10

/** Makes the list the one new practices begin on, or no longer; existing ones keep theirs. */
function Default({ list, onClose }: { list: OnePriceList; onClose: () => void }) {
  const words = useText(pricesText).default
  const { common } = useText(kitText)
  const changed = useChanged()
  const t = list.isDefault ? words.off : words.on
  return (
    <ActDialog
      tone="primary"
      title={t.title(list.name)}
      description={t.description}
      confirmLabel={t.act}
      cancelLabel={common.cancel}
      act={() =>
        call(priceCalls.setDefault, { params: { id: list.id }, body: { isDefault: !list.isDefault } }).finally(
          () => void changed('catalogue'),
        )
      }
      done={t.done(list.name)}
      failed={words.failed}
      onClose={onClose}
    />
  )
}

function Removal({ list, onClose }: { list: OnePriceList; onClose: () => void }) {
  const { removal: t } = useText(pricesText)
  const { common } = useText(kitText)
  const changed = useChanged()
  const navigate = useNavigate()
  return (
    <ActDialog
      tone="danger"
      title={t.title(list.name)}
      description={t.description}
      confirmLabel={t.act(list.name)}
      cancelLabel={common.cancel}
      act={async () => {
        await call(priceCalls.remove, { params: { id: list.id } })
        await navigate({ to: '/staff/settings/prices' })
        void changed('catalogue')
      }}
      done={t.done(list.name)}
      failed={t.failed}
      refusals={t.refusals}
      onClose={onClose}
    />
  )
}
