import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { shippingCalls } from '../contract.ts'
import { NewShipment } from '../input.ts'
import { shippingText } from './shipping-text.ts'
import { useTellShipped } from './use-ship.ts'

/** The carrier and tracking of a shipment; for shipped cases, adds what was not known then. */
export function CarrierDialog({ orderIds, onClose }: { orderIds: readonly string[]; onClose: () => void }) {
  const { form: t } = useText(shippingText)
  const changed = useChanged()
  const tell = useTellShipped()
  const form = useForm({
    initial: { carrier: '', trackingNumber: '', trackingUrl: '' },
    shape: NewShipment,
    body: ({ carrier, trackingNumber, trackingUrl }) => ({
      orderIds: [...orderIds],
      carrier,
      trackingNumber: trackingNumber.trim() || undefined,
      trackingUrl: trackingUrl.trim() || undefined,
    }),
    sentences: {
      carrier: { required: t.required, too_long: t.tooLong },
      trackingNumber: { too_long: t.tooLong },
      trackingUrl: { not_an_address: t.address, too_long: t.tooLong },
    },
    send: body => call(shippingCalls.ship, { body }),
    done: ({ data }) => {
      tell(data)
      void changed('orders')
      onClose()
    },
  })
  return (
    <FormDialog {...{ form, onClose }} title={t.title(orderIds.length)} submitLabel={t.submit} failed={t.failed}>
      <TextInput {...form.text('carrier')} label={t.carrier} hint={t.carrierHint} autoComplete="off" required />
      <TextInput {...form.text('trackingNumber')} label={t.number} mark={t.optional} autoComplete="off" />
      <TextInput
        {...form.text('trackingUrl')}
        label={t.url}
        mark={t.optional}
        hint={t.urlHint}
        type="url"
        inputMode="url"
        autoComplete="off"
      />
    </FormDialog>
  )
}
