import { z } from 'zod'
import { notFound } from '../../../models/domain/errors.js'
import { createTrackingTokens } from '../../../mail/links/tracking-tokens.js'
import { defineEndpoint, elsewhere } from '../../http/endpoint.js'
import { redirect } from '../../http/response/reply.js'
import { disabledLinkPage } from '../../pages/disabled-link-page.js'
import { errorPage } from '../../pages/error-page.js'
import { readHit } from '../../tracking/tracking-hit.js'

/**
 * Redirects to the URL that the token contains. The click is stored first, unless MongoDB takes too long.
 */
export const followLinkRoute = defineEndpoint({
  operationId: 'followLink',
  method: 'get',
  path: '/c/:token',
  access: 'open',
  limit: { exempt: 'tracked link' },
  summary: 'Follow a tracked link',
  description:
    'Redirects the recipient to the URL in the message and to no other, because the token is signed. The click is ' +
    'counted a few seconds later: the clicks on one link within a minute are one `email.click`, whose `count` is ' +
    'their number. If the project is disabled or deleted, a page says that the link no longer works. An invalid link ' +
    'returns a different page. Clicks of scanners and other machines, and every HEAD, become an `email.click` with ' +
    '`machine: true` and do not count. Clicks on three different links of one email within two seconds also count as ' +
    'clicks of a machine, whatever the user agent. So does a GET within two seconds of a HEAD for the same link by ' +
    'the same user agent.',
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
