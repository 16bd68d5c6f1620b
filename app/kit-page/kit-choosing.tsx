import { useState } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { Combobox } from '#kit/web/ui/combobox.tsx'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { FilterMenu } from '#kit/web/ui/filter-menu.tsx'
import { Filters } from '#kit/web/ui/filters.tsx'
import { OpenSelect } from '#kit/web/ui/open-select.tsx'
import type { Say } from './kit-screens.tsx'

/** Fields for finding and choosing something. */
export function ChoosingSamples({ say }: { say: Say }) {
  const today = useFormat().today()
  const [day, setDay] = useState('')
  const [print, setPrint] = useState<'optical' | 'physical'>()
  const [scanner, setScanner] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const noMatch = (words: string) => say(`Rien ne correspond à «\u00a0${words}\u00a0».`, `Nothing matches “${words}”.`)
  const found = (count: number) => say(`${count} trouvés`, `${count} found`)
  const crown = say('Couronne zircone', 'Zirconia crown')
  const works = [
    {
      id: 'fixed',
      label: say('Prothèse fixée', 'Fixed'),
      options: [
        { value: 'crown', label: crown, detail: '5 j' },
        { value: 'bridge', label: say('Bridge de trois', 'Three-unit bridge'), detail: '7 j' },
      ],
    },
    {
      id: 'removable',
      label: say('Prothèse adjointe', 'Removable'),
      options: [{ value: 'denture', label: say('Complet', 'Full denture'), words: 'PAP' }],
    },
  ]
  return (
    <Card title={say('Choisir', 'Choosing')}>
      <div className="kit__pair">
        <DateField
          label={say('Date de pose', 'Appointment')}
          hint={say('Par exemple 4/12 ou demain', 'For example 4/12 or tomorrow')}
          name="day"
          value={day}
          onChange={setDay}
          today={today}
          pickLabel={say('Choisir la date', 'Pick the date')}
        />
        <OpenSelect
          label={say('Scanner', 'Scanner')}
          name="scanner"
          value={scanner}
          onChange={setScanner}
          options={['Medit', 'Primescan', 'Trios'].map(name => ({ value: name, label: name }))}
          other={words => say(`Autre\u00a0: ${words}`, `Other: ${words}`)}
          found={found}
        />
        <Combobox
          label={say('Travail', 'Work')}
          hint={chosen.join(', ') || undefined}
          groups={works}
          onChoose={value => setChosen([...chosen, value])}
          noMatch={noMatch}
          found={found}
        />
        <Choices
          label={say('Empreinte', 'Impression')}
          name="choices"
          value={print}
          onChange={setPrint}
          options={[
            { value: 'optical', label: say('Optique', 'Optical'), detail: say('Fichiers joints', 'Files attached') },
            { value: 'physical', label: say('Physique', 'Physical'), detail: say('À collecter', 'To collect') },
          ]}
        />
        <div className="row">
          <Filters label={say('Filtres', 'Filters')} done={say('Voir la liste', 'See the list')} count={1}>
            <FilterMenu label={say('Livraison', 'Delivery')} active={1}>
              <Fieldset legend={say('Livraison', 'Delivery')} legendHidden>
                <Checkbox label={say('Retardés', 'Delayed')} defaultChecked />
                <Checkbox label={say('Cette semaine', 'This week')} />
              </Fieldset>
            </FilterMenu>
          </Filters>
        </div>
      </div>
    </Card>
  )
}
