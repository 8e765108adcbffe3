import { z } from 'zod'
import { storeImage } from '../../../commands/uploads/store-image.js'
import { IMAGE_TYPES, type ImageType } from '../../../models/domain/images/image.js'
import { defineEndpoint, FileUpload } from '../../http/endpoint.js'

const MAX_BYTES = 10 * 1024 * 1024

export const uploadImage = defineEndpoint({
  operationId: 'uploadImage',
  method: 'post',
  path: '/uploads/image',
  access: 'project',
  summary: 'Upload an image',
  description:
    'A PNG, JPEG, GIF or WebP by its content, whatever its name. It is stored without the notes in it, such as the place of ' +
    'a photo, and anybody may load it at `url`. The same image of a project has the same `url`.',
  example: {
    body: 'GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000,\u0000\u0000\u0000\u0000\u0001\u0000\u0001\u0000\u0000\u0002\u0002D\u0001\u0000;',
  },
  request: { body: new FileUpload(MAX_BYTES, 'An image of at most 10 MB.') },
  response: z
    .object({
      url: z.string().meta({ examples: ['https://mail.example.com/uploads/0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d20.png'] }),
      contentType: z.enum(Object.keys(IMAGE_TYPES) as [ImageType, ...ImageType[]]),
      size: z.int().meta({ description: 'In bytes, as stored.', examples: [48_211] }),
    })
    .meta({ id: 'UploadedImage' }),
  status: 201,
  quota: 'uploads',
  errors: ['BAD_REQUEST', 'VALIDATION_ERROR'],
  async handle({ body }, { projectId, services: { config, uploads } }) {
    const { _id, contentType, size } = await storeImage(projectId, body.content, uploads)
    return { url: `${config.GATEWAY_URL}/uploads/${_id}.${IMAGE_TYPES[contentType]}`, contentType, size }
  },
})
