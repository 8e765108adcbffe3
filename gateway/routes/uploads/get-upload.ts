import { Readable } from 'node:stream'
import { z } from 'zod'
import { findImage } from '../../../commands/uploads/store-image.js'
import { notFound } from '../../../models/domain/errors.js'
import { IMAGE_TYPES, type ImageType } from '../../../models/domain/images/image.js'
import { defineEndpoint, Media } from '../../http/endpoint.js'
import { content } from '../../http/response/reply.js'

const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(png|jpg|gif|webp)$/

export const getUpload = defineEndpoint({
  operationId: 'getUpload',
  method: 'get',
  path: '/uploads/:file',
  access: 'open',
  limit: 'image',
  summary: 'Load an uploaded image',
  request: { params: z.object({ file: z.string().meta({ examples: ['0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d20.png'] }) }) },
  response: new Media(...Object.keys(IMAGE_TYPES)),
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params: { file } }, { services: { uploads }, method }) {
    const [, id, extension] = NAME.exec(file) ?? []
    const image = id === undefined ? null : await findImage(id)
    if (!image || IMAGE_TYPES[image.contentType as ImageType] !== extension) throw notFound('upload', file)
    const bytes = method === 'HEAD' ? [] : await uploads.open(image.fileId ?? '')
    if (!bytes) throw notFound('upload', file)
    return content(image.contentType, Readable.from(bytes), {
      'Content-Length': String(image.size),
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      // Web mail shows the image on a page of its own origin.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
  },
})
