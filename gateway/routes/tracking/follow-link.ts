import { z } from 'zod'
import { notFound } from '../../../models/domain/errors.js'
import { createTrackingTokens } from '../../../mail/links/tracking-tokens.js'
import { defineEndpoint, elsewhere } from '../../http/endpoint.js'
import { redirect } from '../../http/response/reply.js'
import { disabledLinkPage } from '../../pages/disabled-link-page.js'
import { errorPage } from '../../pages/error-page.js'
import { readHit } from '../../tracking/tracking-hit.js'

/**
 * Redirects to the address that the token contains. The click is stored before, if MongoDB takes it within a moment.
 */
export const followLinkRoute = defineEndpoint({
  operationId: 'followLink',
  method: 'get',
  path: '/c/:token',
  access: 'open',
  limit: { exempt: 'tracked link' },
  summary: 'Follow a tracked link',
  description:
    'Redirects the recipient to the address in the message and to no other, because the token is signed. The click ' +
    'is counted afterwards: the clicks on one link within a minute are one `email.click`, whose `count` is their ' +
    'number. While the project is disabled, and once it is deleted, a page says that the link leads nowhere. A ' +
    'broken link is answered with another page. Clicks of scanners and other machines, and every HEAD, become an ' +
    '`email.click` with `machine: true` and are not counted otherwise. Three different links of one email within two ' +
    'seconds are of a machine too, whatever its name, and so is a GET within two seconds of a HEAD for the same link ' +
    'by the same user agent. So a click is counted some seconds after it came.',
  request: { params: z.object({ token: z.string().meta({ examples: ['dGhlIHNpZ25hdHVyZSBvZiBhIGxpbms'] }) }) },
  response: elsewhere,
  errorPage,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params }, { services, method, headers }) {
    const link = createTrackingTokens(services.config.ENCRYPTION_KEY).readClick(params.token)
    if (!link) throw notFound('route', `/c/${params.token}`)
    const { projectId, emailId, target } = link
    if (services.disabledProjects.has(projectId)) return disabledLinkPage(headers)
    await services.engagement.record({
      ...readHit({ method, headers }),
      kind: 'clicked',
      projectId,
      emailId,
      link: target,
    })
    return redirect(target)
  },
})
