import * as v from 'valibot'
import { ownWidgetPath } from '#features/feedback/own-widget.ts'
import { HexColor } from '#kit/hex-color.ts'
import { Words } from '#kit/input.ts'

/** Bytes of a logo or an icon. */
export const mostImageBytes = 512 * 1024

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
  /** As on traceability sheets. */
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
/** `version`: as it was read; another one meanwhile is not overwritten. */
export const NewLook = v.strictObject({ ...Look.entries, version: v.string() })

const https = 'https://'
const inHosts = 'abcdefghijklmnopqrstuvwxyz0123456789.-:'
const separators = `"'<>;,\\`
/** What follows a host, if anything: a number that a port can have. */
const isPort = (said: string) => String(Number(said)) === said && Number(said) > 0 && Number(said) < 65_536
/** None, the one that comes with the portal, or a script elsewhere, by https alone. */
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

/** With what practices say what they think. `seen`: what stood there; another one meanwhile is not overwritten. */
export const FeedbackWidget = v.strictObject({
  address: v.pipe(v.string(), v.trim(), v.maxLength(500, 'too_long'), v.check(isWidget, 'address_wrong')),
  seen: v.string(),
})
