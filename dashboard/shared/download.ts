// The browser reads the file after the click; it is let go of some time later.
const KEPT_MS = 60_000

/** Lets the browser store a text as a file, without a request. */
export function downloadText(fileName: string, text: string, type = 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  Object.assign(link, { href: url, download: fileName })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
