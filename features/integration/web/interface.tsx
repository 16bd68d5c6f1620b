import { addressOf } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { programsText } from './staff-text.ts'

const at = (path: string) => new URL(addressOf({ path }), location.origin).href

/** What is needed beside the key to connect the software. */
export function Interface() {
  const { interface: t } = useText(programsText)
  return (
    <dl className="stack stack--sm">
      {[
        { term: t.address, detail: at('/api/integration/v1') },
        { term: t.description, detail: at('/api/openapi.json') },
        { term: t.header, detail: `Authorization: Bearer ${t.key}` },
      ].map(({ term, detail }) => (
        <div key={term}>
          <dt className="small muted">{term}</dt>
          <dd>{detail}</dd>
        </div>
      ))}
    </dl>
  )
}
