import { ApiError, readError } from '../api/api-error.js'
import { urlOf, whileSignedIn } from '../api/client.js'

// The browser has opened the file by then.
const KEPT_MS = 60_000

/** Gives a file to the user, as a download of the browser. */
export function saveFile(name: string, content: Blob): void {
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
  { projectId, name, ...input }: { projectId: string; name: string; params?: Record<string, string> },
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

/** Gives a text to the user as a file, without a request. */
export function downloadText(fileName: string, text: string, type = 'text/csv'): void {
  saveFile(fileName, new Blob([text], { type: `${type};charset=utf-8` }))
}
