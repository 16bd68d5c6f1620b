import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import type { ProductFacts } from '../input.ts'
import type { ProductVersion, StaffProduct } from '../staff-contract.ts'
import { productVersions, staffCatalogue } from './staff-queries.ts'
import { staffCatalogueText } from './staff-text.ts'

/** Every version of a product, latest first: when, by whom, and what changed. */
export function ProductHistory({ product, onClose }: { product: StaffProduct; onClose: () => void }) {
  const t = useText(staffCatalogueText).history
  const { common } = useText(kitText)
  const language = useLanguage()
  const format = useFormat()
  const query = useQuery(productVersions(product.reference))
  const changesOf = useChangeWords()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title(language === 'fr' ? product.labelFr : product.labelEn)}
      closeLabel={common.close}
      isReadFirst
    >
      {query.data ? (
        <ol className="stack" reversed>
          {query.data.map((version, index) => {
            const changes = changesOf(query.data[index + 1], version)
            return (
              <li key={version.version}>
                <p>
                  <span className="strong">{format.dayTime(version.changedAt)}</span>{' '}
                  <span className="muted">{version.changedBy === null ? t.began : t.by(version.changedBy)}</span>
                </p>
                {changes.map(change => (
                  <p key={change}>{change}</p>
                ))}
              </li>
            )
          })}
        </ol>
      ) : query.error ? (
        <QueryFailure title={t.failed} query={query} />
      ) : (
        <BlockSkeleton />
      )}
    </Dialog>
  )
}

type Fact = keyof ProductFacts | 'isRetired'
const factsInOrder: readonly Fact[] = [
  'family',
  'labelFr',
  'labelEn',
  'oneFr',
  'manyFr',
  'oneEn',
  'manyEn',
  'leadDays',
  'teeth',
  'minimumTeeth',
  'hasPontics',
  'sector',
  'shade',
  'implant',
  'vat',
  'priceCents',
  'isImplantable',
  'material',
  'isRetired',
]

function useChangeWords() {
  const text = useText(staffCatalogueText)
  const { history: t, form } = text
  const format = useFormat()
  const language = useLanguage()
  const families = useQuery(staffCatalogue).data

  function wordsOf(version: ProductVersion, fact: Fact): string {
    switch (fact) {
      case 'family': {
        const family = families?.find(({ id }) => id === version.family)
        return (language === 'fr' ? family?.nameFr : family?.nameEn) ?? version.family
      }
      case 'leadDays':
        return text.days(version.leadDays)
      case 'minimumTeeth':
        return String(version.minimumTeeth)
      case 'teeth':
        return form.teeth[version.teeth]
      case 'sector':
      case 'shade':
      case 'implant':
        return form.need[version[fact]]
      case 'vat':
        return text.vat[version.vat]
      case 'priceCents':
        return version.priceCents === null ? text.noPrice : format.money(version.priceCents)
      case 'hasPontics':
      case 'isImplantable':
      case 'isRetired':
        return version[fact] ? t.yes : t.no
      default:
        return version[fact] || t.nothing
    }
  }

  return (before: ProductVersion | undefined, after: ProductVersion): string[] =>
    before
      ? factsInOrder
          .filter(fact => before[fact] !== after[fact])
          .map(fact => t.change(form.fields[fact], wordsOf(before, fact), wordsOf(after, fact)))
      : [t.first]
}
