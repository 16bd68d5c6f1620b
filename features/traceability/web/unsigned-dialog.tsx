import { useMay } from '#features/auth/web/use-user.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { unsignedText } from './unsigned-text.ts'

export type UnsignedCases = {
  cases: readonly { id: string; code: string }[]
  mayShip: boolean
  /** All cases that were about to leave. */
  orderIds: readonly string[]
  ship: (ids: readonly string[]) => unknown
}

const mostLinks = 6

/** Lists the cases that would leave without a signature: sign them now, ship them anyway, or leave them behind. */
export function UnsignedDialog({ cases, mayShip, orderIds, ship, onClose }: UnsignedCases & { onClose: () => void }) {
  const t = useText(unsignedText)
  const maySign = useMay('sheets')
  const only = cases.length === 1 ? cases[0] : undefined
  const others = orderIds.filter(id => !cases.some(one => one.id === id))
  const go = (ids: readonly string[]) => {
    onClose()
    void ship(ids)
  }
  return (
    <Dialog
      open
      size="sm"
      role="alertdialog"
      title={t.title(cases.length)}
      description={mayShip ? t.may(cases.length) : t.mayNot}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          {others.length > 0 && <Button onClick={() => go(others)}>{t.shipOthers(others.length)}</Button>}
          {mayShip && <Button onClick={() => go(orderIds)}>{t.ship(orderIds.length)}</Button>}
          {/* The primary action is to sign, not to ship anyway. */}
          {maySign &&
            (only ? (
              <ButtonLink variant="primary" to="/staff/sheets/$id" params={{ id: only.id }}>
                {t.sign(only.code)}
              </ButtonLink>
            ) : (
              <ButtonLink variant="primary" to="/staff/sheets">
                {t.openSheets}
              </ButtonLink>
            ))}
        </>
      }
    >
      {only && maySign ? null : maySign && cases.length <= mostLinks ? (
        <div className="row">
          {cases.map(({ id, code }) => (
            <ButtonLink key={id} size="sm" to="/staff/sheets/$id" params={{ id }}>
              {t.sign(code)}
            </ButtonLink>
          ))}
        </div>
      ) : (
        <p>{cases.map(({ code }) => code).join(', ')}</p>
      )}
    </Dialog>
  )
}
