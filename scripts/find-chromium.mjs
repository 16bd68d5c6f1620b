// Plain JavaScript, because setup.mjs runs before a Node that reads TypeScript is there.
import { existsSync } from 'node:fs'

/** Without the windows, tool bars and profiles of the whole browser, which took two fifths of the tests' processor time. */
const headlessShell = '/usr/bin/chromium-headless-shell'

const places = {
  linux: [
    headlessShell,
    ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(name => `/usr/bin/${name}`),
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
}

/** The browser installed on this machine, if there is one. */
export function findChromium() {
  return (places[process.platform] ?? []).find(path => existsSync(path))
}

export const hasHeadlessShell = () => existsSync(headlessShell)
