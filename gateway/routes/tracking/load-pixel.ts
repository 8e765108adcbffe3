import { z } from 'zod'
import { notFound } from '../../../models/domain/errors.js'
import { createTrackingTokens } from '../../../mail/links/tracking-tokens.js'
import { defineEndpoint, Media } from '../../http/endpoint.js'
import { content } from '../../http/response/reply.js'
import { readHit } from '../../tracking/tracking-hit.js'

// One transparent pixel, 43 bytes.
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

/** Responds once the open is stored, or after a moment if MongoDB takes too long. */
export const loadPixelRoute = defineEndpoint({
  operationId: 'loadPixel',
  method: 'get',
  path: '/o/:token.gif',
  access: 'open',
  limit: { exempt: 'tracked link' },
  summary: 'Load the pixel of a tracked message',
  description:
    'Returns an image of one transparent pixel. The open is counted a few seconds later, unless the project is ' +
    'disabled or deleted: the opens within a minute are one `email.open`, whose `count` is their number. Opens of ' +
    'privacy proxies, scanners and other machines, and every HEAD, become an `email.open` with `machine: true` and ' +
    'do not count. An open also counts as an open of a machine if the same user agent follows links like a machine ' +
    'within two seconds.',
  request: { params: z.object({ token: z.string().meta({ examples: ['dGhlIHNpZ25hdHVyZSBvZiBhIHBpeGVs'] }) }) },
  response: new Media('image/gif'),
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params }, { services, method, headers }) {
    const message = createTrackingTokens(services.config.ENCRYPTION_KEY).readOpen(params.token)
    if (!message) throw notFound('route', `/o/${params.token}.gif`)
    if (!services.disabledProjects.has(message.projectId)) {
      await services.engagement.record({ ...readHit({ method, headers }), kind: 'opened', ...message })
    }
    // Web mail shows the image on a page of another origin.
    return content('image/gif', PIXEL, { 'Cross-Origin-Resource-Policy': 'cross-origin' })
  },
})
