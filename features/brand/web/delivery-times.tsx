import { useLanguage } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { deliveryTimesIn } from '../delivery-times.ts'
import type { DeliveryTimes as Times } from '../rules.ts'
import { useBrand } from './brand-context.tsx'
import './delivery-times.css'

/** The laboratory's text on its rounds and lead times, with its own tables. */
export function DeliveryTimes() {
  const times = useTimes()
  return (
    times && (
      <div id={place} className="delivery-times__place" tabIndex={-1}>
        <Card flush title={times.title}>
          <div lang={times.lang}>
            {times.sections.map(section => (
              <Section key={JSON.stringify(section)} section={section} title={times.title} />
            ))}
          </div>
        </Card>
      </div>
    )
  )
}

/** A link to them on a page where they come last. */
export function DeliveryTimesLink() {
  const times = useTimes()
  return (
    times && (
      <a href={`#${place}`} className="link link--alone" lang={times.lang}>
        {times.title}
      </a>
    )
  )
}

const place = 'delivery-times'

function useTimes() {
  const language = useLanguage()
  const times = deliveryTimesIn(useBrand().deliveryTimeInformation, language)
  if (!times || times.sections.length === 0) return null
  return { ...times, lang: times.language === language ? undefined : times.language }
}

type Row = { place: string; cells: readonly string[] }

function Section({ section, title }: { section: Times['sections'][number]; title: string }) {
  const { name, description, headers, rows } = section
  return (
    <section className="delivery-times">
      {(name || description) && (
        <header className="delivery-times__head">
          {name && <h3>{name}</h3>}
          {description && <p className="muted">{description}</p>}
        </header>
      )}
      {headers.length > 0 && rows.length > 0 && (
        <Table
          caption={name ?? title}
          columns={headers.map((label, place) => ({
            key: String(place),
            label,
            phone: place === 0 ? 'title' : undefined,
            cell: (row: Row) => row.cells[place],
          }))}
          rows={rows.map((cells, place) => ({ place: String(place), cells }))}
          rowKey={row => row.place}
        />
      )}
    </section>
  )
}
