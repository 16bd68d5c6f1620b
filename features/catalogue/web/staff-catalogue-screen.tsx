import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { SettingsHead } from '#features/staff/web/settings-head.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { matchesWords } from '#kit/web/search-words.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { TypedSearch } from '#kit/web/typed-search.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { Toolbar } from '#kit/web/ui/toolbar.tsx'
import type { StaffFamily } from '../staff-contract.ts'
import { FamilyCard, type Opened } from './family-card.tsx'
import { FamilyDialog } from './family-dialog.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { ProductHistory } from './product-history.tsx'
import { staffCatalogue } from './staff-queries.ts'
import { staffCatalogueText } from './staff-text.ts'
import { UntouchedNotice } from './untouched-notice.tsx'

const route = getRouteApi('/console/staff/settings/catalogue')
const mostNamed = 12

/** Offered products without a price: each link opens the form where the price is entered. */
function Unpriced({ families, onOpen }: { families: readonly StaffFamily[]; onOpen: (what: Opened) => void }) {
  const t = useText(staffCatalogueText).unpriced
  const language = useLanguage()
  const unpriced = families
    .flatMap(({ products }) => products)
    .filter(({ isRetired, priceCents }) => !isRetired && priceCents === null)
  if (unpriced.length === 0) return null
  return (
    <Notice tone="warn" title={t.title(unpriced.length)}>
      <p>{t.description}</p>
      <div className="row">
        {unpriced.slice(0, mostNamed).map(product => (
          <Button key={product.reference} size="sm" onClick={() => onOpen({ what: 'product', product })}>
            {language === 'fr' ? product.labelFr : product.labelEn}
          </Button>
        ))}
        {unpriced.length > mostNamed && <span className="small">{t.others(unpriced.length - mostNamed)}</span>}
      </div>
    </Notice>
  )
}

export function StaffCatalogueScreen(): ReactNode {
  const t = useText(staffCatalogueText)
  const query = useQuery(staffCatalogue)
  const [opened, setOpened] = useState<Opened>()
  const families = query.data
  // True while loading, so that the layout stays put; a button pressed then takes effect once the families have loaded.
  const hasFamilies = families ? families.length > 0 : !query.error
  const close = () => setOpened(undefined)
  const language = useLanguage()
  const { search = '' } = route.useSearch()
  const navigate = useNavigate()
  const found = families
    ?.map(family => ({
      family,
      shown: family.products.filter(({ labelFr, labelEn, reference }) =>
        matchesWords(`${language === 'fr' ? labelFr : labelEn} ${reference}`, search),
      ),
    }))
    .filter(({ shown }) => !search || shown.length > 0)
  return (
    <div className="stack">
      <SettingsHead
        title={t.title}
        description={t.description}
        actions={
          <>
            {hasFamilies && (
              <Button
                variant="primary"
                icon="plus"
                pending={opened?.what === 'product' && !families}
                onClick={() => setOpened({ what: 'product' })}
              >
                {t.addProduct}
              </Button>
            )}
            <Button icon="plus" onClick={() => setOpened({ what: 'family' })}>
              {t.addFamily}
            </Button>
          </>
        }
      />
      {hasFamilies && (
        <Toolbar label={t.search}>
          <TypedSearch
            className="field--search"
            label={t.search}
            placeholder={t.searchHint}
            maxLength={100}
            search={search}
            goTo={(words, going) =>
              void navigate({
                to: '/staff/settings/catalogue',
                search: words ? { search: words } : {},
                ...going,
                resetScroll: false,
              })
            }
          />
        </Toolbar>
      )}
      <ResultCount hidden>
        {search && found && t.found(found.reduce((sum, { shown }) => sum + shown.length, 0))}
      </ResultCount>
      {families && !search && <UntouchedNotice families={families} />}
      {families && !search && <Unpriced families={families} onOpen={setOpened} />}
      {families ? (
        found?.map(({ family, shown }) => (
          <FamilyCard key={family.id} {...{ family, families, shown }} areAllShown={!search} onOpen={setOpened} />
        ))
      ) : query.error ? (
        <Card flush>
          <QueryFailure title={t.failed} query={query} />
        </Card>
      ) : (
        <BlockSkeleton />
      )}
      {search && found?.length === 0 && (
        <Card flush>
          <EmptyState
            icon="search"
            {...t.notFound}
            action={
              <ButtonLink to="/staff/settings/catalogue" search={{}} resetScroll={false}>
                {t.clear}
              </ButtonLink>
            }
          />
        </Card>
      )}
      {families?.length === 0 && (
        <Card flush>
          <EmptyState icon="tooth" title={t.empty.title} description={t.empty.description} />
        </Card>
      )}
      {opened?.what === 'product' && families && <ProductDialog {...opened} families={families} onClose={close} />}
      {opened?.what === 'history' && <ProductHistory product={opened.product} onClose={close} />}
      {opened?.what === 'family' && <FamilyDialog family={opened.family} onClose={close} />}
    </div>
  )
}
