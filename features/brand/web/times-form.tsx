import { Link } from '@tanstack/react-router'
import { useChanged } from '#features/live/web/use-changed.ts'
import type { Language } from '#kit/language.ts'
import { call } from '#kit/web/call.ts'
import { FormEnd } from '#kit/web/form-end.tsx'
import { byRows } from '#kit/web/merged-rows.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useVersionedForm } from '#kit/web/use-versioned-form.tsx'
import { isLeads, saysCatalogue } from '../lead-times.ts'
import { type StaffBrand, staffBrandCalls } from '../staff-contract.ts'
import { NewTimes, type Times } from '../times-input.ts'
import { staffBrandText } from './staff-text.ts'
import { TimesFields } from './times-fields.tsx'

/** Lists of words and rows of cells have no ids, so only sections can be matched. */
const rows = byRows(({ id, name }: Times['sections'][number]) => String(id ?? name))
const blank: Times = { title: '', sections: [] }

type Section = Times['sections'][number]

/** With the section of lead times as the catalogue has it; the laboratory's name and words for it stay. */
const withLeads = (times: Times, leads: Section): Times => ({
  ...times,
  sections: times.sections.some(isLeads)
    ? times.sections.map(one => (isLeads(one) ? { ...one, headers: leads.headers, rows: leads.rows } : one))
    : [...times.sections, leads],
})

/** The rounds and lead times practices read: tables whose rows always have one cell per column. */
export function TimesForm({ there }: { there: StaffBrand }) {
  const text = useText(staffBrandText)
  const { times: t } = text
  const changed = useChanged()
  const wrong = { required: t.wrong, too_long: t.wrong, one_line: t.wrong, too_many: t.wrong, row_width: t.wrong }
  const form = useVersionedForm({
    initial: { fr: there.times.fr ?? blank, en: there.times.en ?? blank },
    version: there.version,
    shape: NewTimes,
    body: (times, version) => ({ ...times, version }),
    lists: t.languages,
    rows,
    sentences: { fr: wrong, en: wrong },
    send: body => call(staffBrandCalls.setTimes, { body }).finally(() => changed('brand')),
    done: () => toast({ title: t.saved }),
  })
  const isOf = (language: Language) => saysCatalogue(form.values[language], there.leadTimes[language])
  const areOther = (['fr', 'en'] as const).some(language => isOf(language) === false)
  const take = (language: Language) => ({
    [language]: withLeads(form.values[language], there.leadTimes[language]),
  })
  return (
    <form {...form.props}>
      <Card title={t.title}>
        <div className="stack">
          <p className="muted">
            {t.description}{' '}
            <Link to="/staff/settings/calendar" className="link link--alone">
              {t.toCalendar}
            </Link>
          </p>
          {areOther && <Notice tone="warn" title={t.otherLeads} />}
          {!(isOf('fr') && isOf('en')) && (
            <div className="row">
              <Button icon="refresh" onClick={() => form.set({ ...take('fr'), ...take('en') })}>
                {t.takeLeads}
              </Button>
            </div>
          )}
          {(['fr', 'en'] as const).map(language => (
            <Fieldset key={language} legend={t.languages[language]}>
              <div className="stack" data-field={language} lang={language}>
                {form.errorOf(language) && (
                  <Notice tone="late" live>
                    {form.errorOf(language)}
                  </Notice>
                )}
                <TimesFields times={form.values[language]} onChange={times => form.set({ [language]: times })} />
              </div>
            </Fieldset>
          ))}
          <FormEnd form={form} submitLabel={t.submit} failed={text.notSaved} />
        </div>
      </Card>
    </form>
  )
}
