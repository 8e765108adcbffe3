import type { DocumentElements } from '../../../mail/inspection/document-elements.js'
import type { MessageFacts } from '../../../models/domain/findings/message-facts.js'
import { IMAGE_TYPES, type ImageType } from '../../../models/domain/images/image.js'
import { parseUrl } from '../../../models/domain/url.js'
import { findShownImages, type ShownImage } from '../uploads/find-images.js'

const UPLOAD = /^\/uploads\/([\da-f-]{36})\.(\w+)$/

/** An address of this installation that leads to an image if there is one. */
interface UploadAddress {
  /** The id of the image; null for an address that never leads to one. */
  id: string | null
  extension: string
}

/**
 * The images of a document, with the sizes of those that the project has uploaded, and the places that show an image of
 * this installation which does not exist. No other address is asked. `origins` are those of the installation.
 */
export async function imageFacts(
  projectId: string,
  elements: Pick<DocumentElements, 'images' | 'uploads'> | null,
  origins: ReadonlySet<string>,
): Promise<Pick<MessageFacts, 'images' | 'missingImages'>> {
  const { images, uploads } = elements ?? { images: [], uploads: [] }
  const addressOf = (text: string) => uploadIn(text, origins)
  const addresses = [...images.map(({ src }) => src), ...uploads.map(({ address }) => address)].map(addressOf)
  const shown = await findShownImages([...new Set(addresses.flatMap((address) => address?.id ?? []))])
  const sizeOf = (src: string): number | null => {
    const image = shown.get(addressOf(src)?.id ?? '')
    return image?.projectId === projectId ? image.size : null
  }
  return {
    images: images.map(({ src, ...image }) => ({ ...image, field: 'html', sizeBytes: sizeOf(src) })),
    missingImages: uploads.flatMap(({ address, ...place }) => {
      const own = addressOf(address)
      return own === null || leadsTo(own, shown) ? [] : { ...place, field: 'html' }
    }),
  }
}

function leadsTo({ id, extension }: UploadAddress, shown: ReadonlyMap<string, ShownImage>): boolean {
  const image = shown.get(id ?? '')
  return image !== undefined && IMAGE_TYPES[image.contentType as ImageType] === extension
}

/** Reads the address of an upload of this installation; null for any other address. */
function uploadIn(address: string, origins: ReadonlySet<string>): UploadAddress | null {
  const url = parseUrl(address)
  if (!url || !origins.has(url.origin) || !url.pathname.startsWith('/uploads/')) return null
  const [, id = null, extension = ''] = UPLOAD.exec(decoded(url.pathname)) ?? []
  return { id, extension }
}

function decoded(path: string): string {
  return path.replace(/%([2-7][\da-f])/gi, (_octet, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
