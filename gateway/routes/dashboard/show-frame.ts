import { z } from 'zod'
import { notFound } from '../../../models/domain/errors.js'
import { defineEndpoint, Media } from '../../http/endpoint.js'
import { content } from '../../http/response/reply.js'
import { dashboardBundle } from './bundle.js'
import { missingPage } from './missing-page.js'

export const showFrameRoute = defineEndpoint({
  operationId: 'showFrame',
  method: 'get',
  path: '/dashboard/frame',
  access: 'open',
  limit: { exempt: 'dashboard' },
  summary: 'Show the frame in which the dashboard renders messages',
  request: { query: z.object({ images: z.literal('remote').optional().catch(undefined) }) },
  response: new Media('text/html'),
  errorPage: missingPage,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ query }, { services: { config } }) {
    const bundle = await dashboardBundle(config.DASHBOARD_FOLDER)
    if (!bundle?.frame) throw notFound('route', '/dashboard/frame')
    return content('text/html', bundle.frame, {
      'Content-Security-Policy': contentSecurityPolicy(new URL(config.GATEWAY_URL).origin, query.images === 'remote'),
      // The dashboard alone shows this page, in a frame: browsers heed `frame-ancestors`, and other software this.
      'X-Frame-Options': 'SAMEORIGIN',
      // Its origin is opaque, which no agent cluster can be keyed by: browsers warn of pages that ask for it.
      'Origin-Agent-Cluster': '?0',
      'Cache-Control': 'no-store',
    })
  },
})

/**
 * A document of `srcdoc` has the policy of its page, so that what a message may do stands here: its own styles, images
 * within it and those uploaded here, others only on request, and nothing else. `sandbox` gives the page an opaque
 * origin even where it is opened by itself, and there `'self'` alone does not name the gateway in every browser.
 */
function contentSecurityPolicy(origin: string, takesRemoteImages: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${origin}/dashboard/assets/`,
    "style-src 'unsafe-inline'",
    `img-src data: ${origin}/uploads/${takesRemoteImages ? ' https:' : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ')
}
