import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto'

/** One element of ASN.1, as certificates are written (ITU-T X.690). */
function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const { length } = content
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(6, Buffer.from(hex, 'hex'))

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const hour = 3_600_000
const utcTime = (at: number) => der(0x17, `${new Date(at).toISOString().replace(/^..|[-T:]|\.\d+/g, '')}`)

/** Of a server on 127.0.0.1, vouched for by nobody but itself, for an hour. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, 'of the tests'))))
  const thisAddress = der(0x87, Buffer.from([127, 0, 0, 1]))
  const tbs = sequence(
    der(0xa0, der(2, Buffer.from([2]))),
    der(2, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(Date.now() - hour), utcTime(Date.now() + hour)),
    name,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid('551d11'), der(4, sequence(thisAddress))))),
  )
  const signature = der(3, Buffer.from([0]), sign('sha256', tbs, privateKey))
  const whole = sequence(tbs, ecdsaWithSha256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole}\n-----END CERTIFICATE-----\n`,
  }
}
