import { z } from 'zod'
import { notFound } from '../../../models/domain/errors.js'
import { defineEndpoint, Media } from '../../http/endpoint.js'
import { content } from '../../http/response/reply.js'
import { acceptsEncoding } from './accepts-encoding.js'
import { ASSET_TYPES, dashboardBundle, ENCODINGS } from './bundle.js'

export const getAssetRoute = defineEndpoint({
  operationId: 'getAsset',
  method: 'get',
  path: '/dashboard/assets/:file',
  access: 'open',
  limit: { exempt: 'dashboard' },
  summary: 'Get a script, a style, a font or an image of the dashboard',
  request: { params: z.object({ file: z.string() }) },
  response: new Media(...ASSET_TYPES),
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params }, { headers, services }) {
    const bundle = await dashboardBundle(services.config.DASHBOARD_FOLDER)
    const asset = bundle?.assets.get(params.file)
    if (!asset) throw notFound('route', `/dashboard/assets/${params.file}`)
    const { contentType, plain, encoded, isForAnyOrigin } = asset
    const accepted = headers['accept-encoding']
    const encoding = ENCODINGS.find((name) => encoded[name] && acceptsEncoding(accepted, name))
    return content(contentType, (encoding && encoded[encoding]) ?? plain, {
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(isForAnyOrigin ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
      // Without an encoding of ours the middleware for compression would compress the file again for every request.
      'Content-Encoding': encoding ?? 'identity',
    })
  },
})
