import { Readable } from 'node:stream'
import { findImage, type LoadableImage } from '../../../commands/uploads/find-images.js'
import { notFound } from '../../../models/domain/errors.js'
import { IMAGE_TYPES, type ImageType } from '../../../models/domain/images/image.js'
import { defineEndpoint, Media } from '../../http/endpoint.js'
import { content, notModified } from '../../http/response/reply.js'
import { UploadFileParams } from '../../schemas/upload.js'
import { OpenStreams, STREAM_LIMITS } from './open-streams.js'

const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(png|jpg|gif|webp)$/

const noBytes = (): Readable => Readable.from([])

const streams = new OpenStreams(STREAM_LIMITS)

export const getUploadRoute = defineEndpoint({
  operationId: 'getUpload',
  method: 'get',
  path: '/uploads/:id',
  access: 'open',
  limit: 'image',
  summary: 'Load an uploaded image',
  description: 'With the `ETag` of a copy in `If-None-Match` the answer is 304, without the bytes.',
  request: { params: UploadFileParams },
  response: new Media(...Object.keys(IMAGE_TYPES)),
  isConditional: true,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params }, { services: { uploads }, method, headers, clientNetwork }) {
    const [, id, extension] = NAME.exec(params.id) ?? []
    const image = id === undefined ? null : await findImage(id)
    if (!image || IMAGE_TYPES[image.contentType as ImageType] !== extension) throw notFound('upload', params.id)
    const answer = (bytes: Readable) => content(image.contentType, bytes, headersOf(image))
    if (hasTag(headers['if-none-match'], tagOf(image))) return notModified(answer(noBytes()))
    if (method === 'HEAD') return answer(noBytes())
    const { size, fileId } = image
    const bytes = await streams.open({ network: clientNetwork, size }, () => uploads.open(fileId))
    if (!bytes) throw notFound('upload', params.id)
    return answer(bytes)
  },
})

const tagOf = ({ sha256 }: LoadableImage): string => `"${sha256}"`

function headersOf(image: LoadableImage): Record<string, string> {
  return {
    'Content-Length': String(image.size),
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
