import { BYTE_ORDER_MARK } from '../../models/domain/csv-line.js'
import { ApiError, readError } from '../api/api-error.js'
import { urlOf, whileSignedIn } from '../api/client.js'

// The browser has opened the file by then.
const KEPT_MS = 60_000

/** Gives a file to the user, as a download of the browser. */
function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}

/**
 * Loads a file of the API and gives it to the user. A link cannot: the project of a request stands in a header. Throws
 * ApiError.
 */
export async function downloadFile(
  path: string,
  {
    projectId,
    name,
    ...input
  }: { projectId: string; name: string; params?: Record<string, string>; query?: Record<string, string> },
): Promise<void> {
  const load = async (): Promise<Blob> => {
    const headers = { 'X-Project-Id': projectId }
    const response = await fetch(urlOf(path, input), { headers, credentials: 'same-origin' }).catch(() => {
      throw new ApiError({ code: 'UNREACHABLE', status: 0, message: '' })
    })
    if (!response.ok) throw readError(response, await response.json().catch(() => undefined))
    return response.blob()
  }
  saveFile(name, await whileSignedIn(load, { isWrite: false }))
}

/** Gives the lines of a CSV file to the user, without a request, so that spreadsheet programs read them. */
export function saveCsv(name: string, lines: string): void {
  saveFile(name, new Blob([BYTE_ORDER_MARK, lines], { type: 'text/csv;charset=utf-8' }))
}
