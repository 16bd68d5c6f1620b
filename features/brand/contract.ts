import * as v from 'valibot'
import { data, endpoint } from '#kit/contract.ts'
import { HexColor } from '#kit/hex-color.ts'

/** The seven colours a laboratory chooses; all other colours derive from them. */
const WhiteLabel = v.object({
  primary: HexColor,
  primaryForeground: HexColor,
  secondary: HexColor,
  secondaryForeground: HexColor,
  cardForeground: HexColor,
  ring: HexColor,
  border: HexColor,
})
export type WhiteLabel = v.InferOutput<typeof WhiteLabel>

export const Brand = v.object({
  id: v.string(),
  companyName: v.string(),
  /** Address of a raster image on this host, or null: the portal then shows the initial. */
  companyLogo: v.nullable(v.string()),
  companyFavicon: v.nullable(v.string()),
  clientServicePhone: v.string(),
  whiteLabel: WhiteLabel,
  /** As stored: a JSON string or an object. Validated by `parseDeliveryTimeInformation`. */
  deliveryTimeInformation: v.unknown(),
  /** IANA name; days and times on the screens are in the laboratory's time zone. */
  timeZone: v.string(),
  /**
   * URL of the feedback widget's script, the portal's own or a third party's, run in a sandboxed frame; null where there is
   * none.
   */
  feedbackWidget: v.nullable(v.string()),
})
export type Brand = v.InferOutput<typeof Brand>

export const brandCalls = {
  find: endpoint({
    method: 'GET',
    path: '/api/brand',
    needs: 'nothing',
    summary: 'The laboratory behind this host: name, look, phone, delivery times',
    reply: data(Brand),
  }),
  image: endpoint({
    method: 'GET',
    path: '/api/brand/images/:name',
    needs: 'nothing',
    summary: 'Logo or favicon, named by its content so that it may be cached for ever',
    reply: 'binary',
  }),
}
