import type { DocumentElements } from '../../mail/inspection/document-elements.js'
import type { ImageFact } from '../../models/domain/findings/message-facts.js'
import { parseUrl } from '../../models/domain/url.js'
import { imageSizes } from '../uploads/find-images.js'

const UPLOAD = /^\/uploads\/([\da-f-]{36})(?:\.\w+)?$/

/** Images of a document, with the sizes of those that the project has uploaded here; no other address is asked. */
export async function imageFacts(
  projectId: string,
  images: DocumentElements['images'],
  gatewayUrl: string,
): Promise<ImageFact[]> {
  const { origin } = new URL(gatewayUrl)
  const ids = images.map(({ src }) => uploadIn(src, origin))
  const sizes = await imageSizes(projectId, [...new Set(ids.flatMap((id) => id ?? []))])
  return images.map(({ src: _src, ...image }, index) => ({
    ...image,
    field: 'html',
    sizeBytes: sizes.get(ids[index] ?? '') ?? null,
  }))
}

function uploadIn(src: string, origin: string): string | null {
  const url = parseUrl(src)
  return url?.origin === origin ? (UPLOAD.exec(url.pathname)?.[1] ?? null) : null
}
