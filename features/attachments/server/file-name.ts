/** Extensions that no file of a patient has anywhere in its name: "report.exe.pdf" wants to be taken for another. */
const programs =
  /\.(exe|com|scr|pif|bat|cmd|msi|dll|js|mjs|jse|vbs|vbe|wsf|hta|ps1|sh|jar|php|html?|xhtml|svgz?|lnk|url|app|apk|dmg|iso)(?=\.)/i

/** Turn writing round, or cannot be seen: with them a name shows another extension than it has. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

const longestName = 150

/**
 * A name as it may be shown and given back; undefined where it wants to deceive. It never becomes part of a path: that is
 * made of ids.
 */
export function cleanName(sent: string): string | undefined {
  if (sent.includes('\0')) return undefined
  const name = withoutEdges(
    (sent.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '')
      .replace(invisible, '')
      .replace(/[<>:"|?*\s]+/g, ' '),
  )
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  // Cut between signs, never within one; judged as it is kept.
  const kept =
    [...stem]
      .slice(0, longestName - extension.length)
      .join('')
      .trimEnd() + extension
  return kept === '' || programs.test(kept) ? undefined : kept
}

/** By hand: a pattern for the end is tried again at each dot of a name that is nothing but dots. */
function withoutEdges(name: string): string {
  let [start, end] = [0, name.length]
  while (start < end && '. '.includes(name.charAt(start))) start += 1
  while (end > start && '. '.includes(name.charAt(end - 1))) end -= 1
  return name.slice(start, end)
}
