/** The address of a page at one of the demonstration laboratories: `at('ivoire.localhost', '/login')`. */
export function at(host: string, path: string): string {
  const url = new URL(path, process.env.ARCADE_ADDRESS)
  url.hostname = host
  return url.href
}
