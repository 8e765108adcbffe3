import { ApiError, readError } from './api-error.js'
import { whileSignedIn } from './client.js'
import type { UploadedImage } from './operations.js'

/** Uploads an image of the project. The image is public at its `url` from then on. Throws ApiError. */
export function uploadImage(projectId: string, file: File): Promise<UploadedImage> {
  return whileSignedIn(() => send(projectId, file), { isWrite: true })
}

async function send(projectId: string, file: File): Promise<UploadedImage> {
  const body = new FormData()
  body.set('file', file)
  const headers = { Accept: 'application/json', 'X-Project-Id': projectId }
  const response = await fetch('/uploads/image', { method: 'POST', headers, body, credentials: 'same-origin' }).catch(
    () => {
      throw new ApiError({ code: 'UNREACHABLE', status: 0, message: '' })
    },
  )
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw readError(response, answer)
  return answer as UploadedImage
}
