/** Extensions that must not occur anywhere before the last one: "report.exe.pdf" pretends to be another type. */
const programs =
  /\.(exe|com|scr|pif|bat|cmd|msi|dll|js|mjs|jse|vbs|vbe|wsf|hta|ps1|sh|jar|php|html?|xhtml|svgz?|lnk|url|app|apk|dmg|iso)(?=\.)/i

/** Bidirectional and invisible characters, which make a name show another extension than it has. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

const longestName = 150

/** A name safe to show and return; undefined where it is deceptive. It is never part of a path, which is made of ids. */
export function cleanName(sent: string): string | undefined {
  if (sent.includes('\0')) return undefined
  const name = withoutEdges(
    (sent.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '')
      .replace(invisible, '')
      .replace(/[<>:"|?*\s]+/g, ' '),
  )
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  // Truncated between code points, and validated as stored.
  const kept =
    [...stem]
      .slice(0, longestName - extension.length)
      .join('')
      .trimEnd() + extension
  return kept === '' || programs.test(kept) ? undefined : kept
}

/** Not a regular expression: an end-anchored one would backtrack at each dot of a name made of dots. */
function withoutEdges(name: string): string {
  let [start, end] = [0, name.length]
  while (start < end && '. '.includes(name.charAt(start))) start += 1
  while (end > start && '. '.includes(name.charAt(end - 1))) end -= 1
  return name.slice(start, end)
}
