import ICAL from 'ical.js'

/** A calendar as another program reads it (Thunderbird's parser), and strictly as RFC 5545 has it where that is lenient. */
export function readCalendar(text: string) {
  const lines = text.split('\r\n')
  if (lines.pop() !== '') throw new Error('The last line has no end.')
  for (const line of lines) {
    if (Buffer.byteLength(line) > 75) throw new Error(`Longer than 75 octets: ${line}`)
    if (/\p{Cc}/u.test(line)) throw new Error(`A control character: ${JSON.stringify(line)}`)
  }
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map(component => {
    for (const once of ['uid', 'dtstamp', 'dtstart', 'sequence', 'summary', 'status', 'last-modified'])
      if (component.getAllProperties(once).length !== 1) throw new Error(`${once} is not there once`)
    const text = (name: string) => component.getFirstPropertyValue(name)?.toString()
    return {
      uid: text('uid') ?? '',
      summary: text('summary') ?? '',
      description: text('description'),
      url: text('url'),
      status: text('status'),
      sequence: Number(text('sequence')),
      start: text('dtstart') ?? '',
      /** Excluded; nothing where only the beginning is known. */
      end: text('dtend'),
      changedAt: text('last-modified'),
      names: component.getAllProperties().map(({ name }) => name),
    }
  })
  const property = (name: string) => calendar.getFirstPropertyValue(name)?.toString()
  // Of properties outside the standard the parser does not know that they are text.
  const title = property('x-wr-calname')?.replace(/\\([\\;,])/g, '$1')
  return { calendar, events, property, title }
}
