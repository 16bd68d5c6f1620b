import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { sentDay, writtenDay } from '#kit/web/typed-day.ts'
import { DateField } from '#kit/web/ui/date-field.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type Lot, staffMaterialCalls } from '../contract.ts'
import { Expiry, LotDecision } from '../input.ts'
import { materialsText } from './text.ts'

/** Actions on a lot, each a single press unless it needs a reason or a day. */
export function LotMenu({ lot }: { lot: Lot }) {
  const t = useText(materialsText)
  const sentence = useProblemText()
  const changed = useChanged()
  const [opened, setOpened] = useState<'block' | 'expiry'>()
  const { id, number, state, checked } = lot
  const params = { id }
  async function act(work: () => Promise<unknown>, done: string) {
    try {
      await work()
      toast({ title: done })
    } catch (error) {
      toast({ title: t.form.failed, description: sentence(error, t.refusals), tone: 'late' })
    }
    void changed('sheets')
  }
  const decide = (state: 'usable' | 'used_up') =>
    act(() => call(staffMaterialCalls.decideLot, { params, body: { state } }), t.done[state](number))
  const close = () => setOpened(undefined)
  return (
    <>
      <Menu label={t.menu.label(number)} icon="dots" iconOnly variant="bare" size="sm" align="end">
        {!checked && (
          <MenuButton
            icon="check"
            onSelect={() => void act(() => call(staffMaterialCalls.checkLot, { params }), t.done.check(number))}
          >
            {t.menu.check}
          </MenuButton>
        )}
        {state !== 'usable' && (
          <MenuButton icon="refresh" onSelect={() => void decide('usable')}>
            {t.menu.usable}
          </MenuButton>
        )}
        {state === 'usable' && (
          <MenuButton icon="box" onSelect={() => void decide('used_up')}>
            {t.menu.usedUp}
          </MenuButton>
        )}
        <MenuButton icon="calendar" onSelect={() => setOpened('expiry')}>
          {t.menu.expiry}
        </MenuButton>
        {state !== 'blocked' && (
          <MenuButton icon="lock" tone="late" onSelect={() => setOpened('block')}>
            {t.menu.block}
          </MenuButton>
        )}
      </Menu>
      {opened === 'block' && <BlockDialog lot={lot} onClose={close} />}
      {opened === 'expiry' && <ExpiryDialog lot={lot} onClose={close} />}
    </>
  )
}

type LotFormProps = { lot: Lot; onClose: () => void }

function BlockDialog({ lot: { id, number }, onClose }: LotFormProps) {
  const t = useText(materialsText)
  const changed = useChanged()
  const form = useForm({
    initial: { because: '' },
    shape: LotDecision,
    body: ({ because }) => ({ state: 'blocked', because }),
    sentences: { because: { required: t.required, too_long: t.tooLong } },
    send: body => call(staffMaterialCalls.decideLot, { params: { id }, body }).finally(() => void changed('sheets')),
    done: () => {
      toast({ title: t.done.blocked(number) })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.blockForm.title(number)}
      description={t.blockForm.description}
      submitLabel={t.blockForm.submit}
      failed={t.form.failed}
      refusals={t.refusals}
    >
      <TextArea {...form.text('because')} label={t.blockForm.because} required />
    </FormDialog>
  )
}

function ExpiryDialog({ lot: { id, number, expiresOn }, onClose }: LotFormProps) {
  const t = useText(materialsText)
  const today = useFormat().today()
  const changed = useChanged()
  const form = useForm({
    initial: { expiresOn: expiresOn ? writtenDay(expiresOn) : '' },
    shape: Expiry,
    body: values => ({ expiresOn: sentDay(values.expiresOn, today) ?? null }),
    sentences: { expiresOn: { not_a_day: t.notADay } },
    send: body => call(staffMaterialCalls.setExpiry, { params: { id }, body }).finally(() => void changed('sheets')),
    done: () => {
      toast({ title: t.done.expiry(number) })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.expiryForm.title(number)}
      submitLabel={t.expiryForm.submit}
      failed={t.form.failed}
    >
      <DateField
        {...form.field('expiresOn')}
        label={t.lotForm.expiresOn}
        hint={t.dayHint}
        today={today}
        pickLabel={t.pick}
      />
    </FormDialog>
  )
}
