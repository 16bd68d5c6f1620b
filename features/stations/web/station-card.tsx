import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { longestStation } from '../rules.ts'
import { keepOwnStation, ownStation } from './own-station.ts'
import { stationList } from './queries.ts'
import { StationList } from './station-list.tsx'
import { stationsText } from './text.ts'

/** Sets this device's station, stored as it is typed. */
export function StationCard() {
  const t = useText(stationsText)
  const { data } = useQuery(stationList)
  const [name, setName] = useState(ownStation)
  const known = useId()
  return (
    <>
      <Card title={t.title}>
        <div className="stack stack--sm scan__form">
          <p className="muted">{t.description}</p>
          <TextInput
            label={t.name}
            hint={t.hint}
            name="station"
            autoComplete="off"
            maxLength={longestStation}
            list={known}
            value={name}
            onChange={event => {
              setName(event.currentTarget.value)
              keepOwnStation(event.currentTarget.value)
            }}
          />
          <datalist id={known}>
            {data?.map(one => (
              <option key={one.id} value={one.name} />
            ))}
          </datalist>
        </div>
      </Card>
      <StationList />
    </>
  )
}
