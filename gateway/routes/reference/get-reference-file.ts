import { z } from 'zod'
import { notFound } from '../../../models/domain/errors.js'
import { defineEndpoint, Media } from '../../http/endpoint.js'
import { content } from '../../http/response/reply.js'
import { readReferenceFile } from './reference-files.js'

export const getReferenceFileRoute = defineEndpoint({
  operationId: 'getReferenceFile',
  method: 'get',
  path: '/docs/:file',
  access: 'open',
  summary: 'Get a script or style of the reference page',
  request: { params: z.object({ file: z.string().meta({ examples: ['reference.css'] }) }) },
  response: new Media('text/javascript', 'text/css'),
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params }) {
    const found = await readReferenceFile(params.file)
    if (!found) throw notFound('route', `/docs/${params.file}`)
    return content(found.contentType, found.body, { 'Cache-Control': 'public, max-age=31536000, immutable' })
  },
})
