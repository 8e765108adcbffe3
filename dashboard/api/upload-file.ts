import { ApiError, readError } from './api-error.js'
import { urlOf, whileSignedIn, type Answer } from './client.js'

/** The endpoints that take a file. */
type UploadEndpoint = 'POST /contacts/import' | 'POST /suppressions/import'

interface Upload {
  projectId: string
  query?: Record<string, unknown>
  file: Blob
  fileName: string
  /** Receives the share of the file that is sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a file of any size; the browser reads it from the disk. Throws ApiError, or the reason of the signal when the
 * signal is aborted.
 */
export function upload<E extends UploadEndpoint>(endpoint: E, sent: Upload): Promise<Answer<E>> {
  return whileSignedIn(() => send<E>(endpoint, sent), { isWrite: true })
}

// Only XMLHttpRequest reports the progress of an upload.
function send<E extends UploadEndpoint>(
  endpoint: E,
  { projectId, query = {}, file, fileName, onProgress, signal }: Upload,
): Promise<Answer<E>> {
  const request = new XMLHttpRequest()
  const [, path = '/'] = endpoint.split(' ')
  request.open('POST', urlOf(path, { query }))
  request.setRequestHeader('X-Project-Id', projectId)
  request.setRequestHeader('Accept', 'application/json')
  const form = new FormData()
  form.set('file', file, fileName)
  return new Promise((resolve, reject) => {
    const stop = (): void => request.abort()
    signal.addEventListener('abort', stop)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('abort', () => reject(signal.reason as Error))
    request.addEventListener('error', () => reject(new ApiError({ code: 'UNREACHABLE', status: 0, message: '' })))
    request.addEventListener('load', () => {
      const body = parse(request.responseText)
      if (request.status < 300) resolve(body as Answer<E>)
      else reject(readError(responseOf(request), body))
    })
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    request.send(form)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = ['retry-after', 'x-request-id'].flatMap((name): [string, string][] => {
    const value = request.getResponseHeader(name)
    return value === null ? [] : [[name, value]]
  })
  return new Response(null, { status: request.status, headers })
}
