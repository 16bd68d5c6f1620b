import * as v from 'valibot'
import { ownWidgetPath } from '#features/feedback/own-widget.ts'
import { HexColor } from '#kit/hex-color.ts'
import { Words } from '#kit/input.ts'

/** Maximum bytes of a logo or an icon. */
export const mostImageBytes = 512_000

export const OneLine = (longest: number) =>
  v.pipe(
    Words(longest),
    v.check(text => !/\p{Cc}/u.test(text), 'one_line'),
  )
const Optional = (longest: number) => v.pipe(v.string(), v.trim(), v.maxLength(longest, 'too_long'))
const Color = v.pipe(v.string(), v.trim(), v.toLowerCase(), HexColor)

export const Look = v.strictObject({
  companyName: OneLine(100),
  clientServicePhone: v.pipe(OneLine(40), v.regex(/^[+\d][\d .()-]{3,}$/, 'phone_wrong')),
  /** As printed on traceability sheets. */
  address: Optional(200),
  postalCode: Optional(20),
  city: Optional(100),
  primary: Color,
  primaryForeground: Color,
  secondary: Color,
  secondaryForeground: Color,
  cardForeground: Color,
  ring: Color,
  border: Color,
})
/** `version`: the one the change is based on; a newer one is not overwritten. */
export const NewLook = v.strictObject({ ...Look.entries, version: v.string() })

const https = 'https://'
const inHosts = 'abcdefghijklmnopqrstuvwxyz0123456789.-:'
const separators = `"'<>;,\\`
/** Whether the text after a host is a valid port number. */
const isPort = (said: string) => String(Number(said)) === said && Number(said) > 0 && Number(said) < 65_536
/** Empty, the portal's own widget, or a script elsewhere over https. */
function isWidget(address: string): boolean {
  if (address === '' || address === ownWidgetPath) return true
  const [host = ''] = address.slice(https.length).split('/')
  const [name, port, ...more] = host.split(':')
  return (
    address.startsWith(https) &&
    name !== '' &&
    (port === undefined || isPort(port)) &&
    more.length === 0 &&
    [...host.toLowerCase()].every(sign => inHosts.includes(sign)) &&
    [...address].every(sign => sign > ' ' && sign <= '~' && !separators.includes(sign))
  )
}

/** The widget for feedback from practices. `seen`: the value the change is based on; another one is not overwritten. */
export const FeedbackWidget = v.strictObject({
  address: v.pipe(v.string(), v.trim(), v.maxLength(500, 'too_long'), v.check(isWidget, 'address_wrong')),
  seen: v.string(),
})
