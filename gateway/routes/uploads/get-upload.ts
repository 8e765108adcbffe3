import { findImage, type LoadableImage } from '../../../commands/sending/uploads/find-images.js'
import { notFound } from '../../../models/domain/errors.js'
import { IMAGE_TYPES, type ImageType } from '../../../models/domain/images/image.js'
import { defineEndpoint, StreamedMedia } from '../../http/endpoint.js'
import { notModified, streamed } from '../../http/response/reply.js'
import { UploadFileParams } from '../../schemas/upload.js'

// A page that knows only the id of an image leaves the extension out.
const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.(png|jpg|gif|webp))?$/

// The most that a store of uploads reads at once.
const PART_BYTES = 262_144

export const getUploadRoute = defineEndpoint({
  operationId: 'getUpload',
  method: 'get',
  path: '/uploads/:id',
  access: 'open',
  limit: 'image',
  summary: 'Download an uploaded image',
  description: 'If `If-None-Match` has the current `ETag`, the response is 304 without a body.',
  request: { params: UploadFileParams },
  response: new StreamedMedia(...Object.keys(IMAGE_TYPES)),
  isConditional: true,
  errors: ['RESOURCE_NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  async handle({ params }, { services: { uploads }, headers }) {
    const [, id, extension] = NAME.exec(params.id) ?? []
    const image = id === undefined ? null : await findImage(id)
    const isOther = extension !== undefined && IMAGE_TYPES[image?.contentType as ImageType] !== extension
    if (!image || isOther) throw notFound('upload', params.id)
    const { contentType, size, fileId } = image
    if (hasTag(headers['if-none-match'], tagOf(image))) return notModified(contentType, headersOf(image))
    const read = async (): Promise<AsyncIterable<Uint8Array>> => {
      const bytes = await uploads.open(fileId)
      if (!bytes) throw notFound('upload', params.id)
      return bytes
    }
    return streamed(contentType, { size, partBytes: PART_BYTES, read }, headersOf(image))
  },
})

const tagOf = ({ sha256 }: LoadableImage): string => `"${sha256}"`

function headersOf(image: LoadableImage): Record<string, string> {
  return {
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: tagOf(image),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    // Web mail shows the image on a page of another origin.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
}

/** Whether `If-None-Match` names this tag or `*` (RFC 9110 13.1.2); a proxy may have made the tag a weak one. */
function hasTag(header: string | undefined, tag: string): boolean {
  const tags = (header ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return tags.includes(tag) || tags.includes('*')
}
