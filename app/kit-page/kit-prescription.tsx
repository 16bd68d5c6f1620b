import { useState } from 'react'
import { ShadePicker } from '#features/prescription/web/shade-picker.tsx'
import { TeethDrawn } from '#features/prescription/web/teeth-drawn.tsx'
import { ToothChart } from '#features/prescription/web/tooth-chart.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import type { Say } from './kit-screens.tsx'

/** The dental parts of a prescription. */
export function PrescriptionSamples({ say }: { say: Say }) {
  const [crowns, setCrowns] = useState<number[]>([14, 26])
  const [bridge, setBridge] = useState<number[]>([])
  const [pontics, setPontics] = useState<number[]>([])
  const [shade, setShade] = useState<string | undefined>('A3.5')
  const [other, setOther] = useState<string>()
  return (
    <main className="kit stack" id="main">
      <h1>{say('Prescription', 'Prescription')}</h1>
      <Card title={say('Couronnes', 'Crowns')}>
        <ToothChart label={say('Dents', 'Teeth')} mode="many" value={crowns} onChange={setCrowns} isDeciduousOffered />
      </Card>
      <Card title="Bridge">
        <ToothChart
          label={say('Éléments du bridge', 'Units of the bridge')}
          mode="run"
          value={bridge}
          onChange={(teeth, hanging) => {
            setBridge(teeth)
            setPontics(hanging)
          }}
          pontics={pontics}
          onPonticsChange={setPontics}
          error={bridge.length === 1 && say('Ajoutez la dernière dent du bridge.', 'Add the last tooth of the bridge.')}
        />
        <TeethDrawn teeth={bridge} pontics={pontics} />
      </Card>
      <Card title={say('Teintes', 'Shades')}>
        <div className="kit__pair">
          <ShadePicker label={say('Teinte', 'Shade')} value={shade} onChange={setShade} />
          <ShadePicker
            label={say('Teinte complémentaire', 'Complementary shade')}
            value={other}
            onChange={setOther}
            isOptional
          />
        </div>
      </Card>
    </main>
  )
}
