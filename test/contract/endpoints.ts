import type { Access } from '../../gateway/http/access.js'
import { endpointName, type AnyEndpoint } from '../../gateway/http/endpoint.js'

/** An endpoint that the API promises. */
export interface ListedEndpoint {
  name: string
  access: Access
}

const is = (access: ListedEndpoint['access'], ...names: string[]): ListedEndpoint[] =>
  names.map((name) => ({ name, access }))

/** Every endpoint that is served, written by hand and not from the code: what is declared has to equal it. */
export const LISTED_ENDPOINTS: readonly ListedEndpoint[] = [
  ...is('secretKey', 'POST /v1/send'),
  ...is('publicKey', 'POST /v1/track'),
  ...is('secretKey', 'POST /v1/verify'),

  ...is('project', 'GET /contacts', 'POST /contacts', 'GET /contacts/:id'),
  ...is('project', 'PATCH /contacts/:id', 'DELETE /contacts/:id'),
  ...is('project', 'POST /contacts/lookup', 'POST /contacts/search', 'GET /contacts/:id/segments'),
  ...is('project', 'GET /contacts/import', 'POST /contacts/import', 'GET /contacts/import/:jobId'),
  ...is('project', 'GET /contacts/import/:jobId/errors'),
  ...is('project', 'POST /contacts/bulk-subscribe', 'POST /contacts/bulk-unsubscribe'),
  ...is('project', 'POST /contacts/bulk-delete', 'POST /contacts/bulk-join', 'GET /contacts/bulk/:jobId'),
  ...is('project', 'GET /exports', 'POST /exports', 'GET /exports/:jobId', 'DELETE /exports/:jobId'),
  ...is('project', 'GET /exports/:jobId/file'),
  ...is('project', 'GET /contacts/fields', 'DELETE /contacts/fields', 'DELETE /contacts/fields/:field'),
  ...is('project', 'GET /contacts/fields/:field/values', 'GET /contacts/fields/:field/usage'),

  ...is('project', 'GET /templates', 'POST /templates', 'GET /templates/:id'),
  ...is('project', 'PATCH /templates/:id', 'DELETE /templates/:id', 'POST /templates/:id/duplicate'),
  ...is('project', 'GET /templates/:id/usage', 'POST /templates/:id/preview'),
  ...is('project', 'GET /templates/:id/versions', 'GET /templates/:id/versions/:version'),
  ...is('project', 'POST /templates/:id/versions/:version/restore'),
  ...is('project', 'POST /templates/bulk-archive', 'POST /templates/bulk-restore', 'POST /templates/bulk-delete'),

  ...is('project', 'POST /preview', 'POST /preview/send'),
  ...is('project', 'GET /designs/starters'),

  ...is('project', 'GET /campaigns', 'POST /campaigns', 'GET /campaigns/:id'),
  ...is('project', 'PUT /campaigns/:id', 'DELETE /campaigns/:id', 'POST /campaigns/:id/duplicate'),
  ...is('project', 'POST /campaigns/:id/template', 'POST /segments/:id/duplicate'),
  ...is('project', 'POST /campaigns/:id/send', 'POST /campaigns/:id/unschedule', 'POST /campaigns/:id/cancel'),
  ...is('project', 'POST /campaigns/:id/pause', 'POST /campaigns/:id/resume'),
  ...is('project', 'POST /campaigns/:id/test', 'GET /campaigns/:id/stats', 'GET /campaigns/:id/audience'),
  ...is('project', 'GET /campaigns/:id/links', 'GET /campaigns/:id/timeseries'),
  ...is('project', 'POST /campaigns/bulk-archive', 'POST /campaigns/bulk-restore', 'POST /campaigns/bulk-delete'),

  ...is('project', 'POST /audiences/count'),

  ...is(
    'project',
    'GET /notifications',
    'POST /notifications/read',
    'GET /notifications/settings',
    'PATCH /notifications/settings',
  ),
  ...is('project', 'GET /views', 'POST /views', 'PATCH /views/:id', 'DELETE /views/:id'),

  ...is('project', 'GET /segments', 'POST /segments'),
  ...is('project', 'GET /segments/:id/usage'),
  ...is('project', 'GET /segments/:id', 'PATCH /segments/:id', 'DELETE /segments/:id'),
  ...is('project', 'GET /segments/:id/contacts', 'POST /segments/:id/members', 'DELETE /segments/:id/members'),
  ...is('project', 'POST /segments/:id/compute', 'POST /segments/:id/refresh'),

  ...is('project', 'GET /workflows/starters'),
  ...is('project', 'GET /workflows', 'POST /workflows', 'GET /workflows/:id', 'PATCH /workflows/:id'),
  ...is('project', 'PUT /workflows/:id/definition', 'GET /workflows/:id/versions'),
  ...is('project', 'GET /workflows/:id/step-counts', 'GET /workflows/:id/step-execution-counts'),
  ...is('project', 'POST /workflows/:id/steps', 'POST /workflows/:id/transitions'),
  ...is('project', 'GET /executions'),
  ...is('project', 'POST /workflows/bulk-archive', 'POST /workflows/bulk-restore', 'POST /workflows/bulk-delete'),
  ...is('project', 'POST /workflows/:id/executions', 'GET /workflows/:id/executions'),
  ...is('project', 'GET /workflows/:id/executions/:executionId', 'DELETE /workflows/:id/executions/:executionId'),
  ...is('project', 'GET /workflows/fields', 'DELETE /workflows/:id', 'POST /workflows/:id/duplicate'),
  ...is('project', 'PATCH /workflows/:id/steps/:stepId', 'DELETE /workflows/:id/steps/:stepId'),
  ...is('project', 'DELETE /workflows/:id/transitions/:transitionId'),
  ...is('project', 'POST /workflows/:id/executions/cancel-all'),
  ...is('project', 'POST /workflows/:id/executions/retry-failed'),
  ...is('project', 'GET /workflows/:id/executions/retry-failed/:jobId'),
  ...is('project', 'POST /workflows/:id/executions/:executionId/retry'),

  ...is('project', 'GET /emails', 'GET /emails/:id', 'GET /emails/:id/content'),
  ...is('project', 'POST /emails/:id/send-again'),
  ...is(
    'project',
    'GET /suppressions',
    'POST /suppressions',
    'POST /suppressions/import',
    'DELETE /suppressions/:email',
  ),

  ...is('project', 'POST /events/track', 'GET /events', 'GET /events/stats', 'GET /events/names'),
  ...is('project', 'GET /events/contact/:contactId', 'GET /events/:eventName/usage', 'DELETE /events/:eventName'),

  ...is('project', 'GET /domains/project/:projectId', 'POST /domains'),
  ...is('project', 'GET /domains/:id/verify', 'DELETE /domains/:id'),

  ...is('project', 'GET /activity', 'GET /activity/stats', 'GET /activity/recent-count'),
  ...is('project', 'GET /activity/types', 'GET /activity/upcoming'),
  ...is('project', 'GET /analytics/timeseries', 'GET /analytics/top-campaigns'),
  ...is('project', 'GET /analytics/campaign-stats', 'GET /analytics/top-events'),
  ...is('project', 'GET /analytics/top-templates', 'GET /analytics/top-workflows'),

  ...is('project', 'GET /uploads', 'POST /uploads/image', 'GET /uploads/:id/usage'),
  ...is('project', 'PATCH /uploads/:id', 'DELETE /uploads/:id'),
  ...is('open', 'GET /uploads/:id'),
  ...is('open', 'GET /config'),

  ...is('open', 'POST /auth/login', 'POST /auth/signup', 'GET /auth/logout', 'POST /auth/logout'),
  ...is('open', 'GET /auth/oauth-config'),
  ...is('open', 'GET /oauth/:provider', 'GET /oauth/:provider/callback'),
  ...is('user', 'POST /auth/accept-invitation'),
  ...is('open', 'POST /auth/verify-email', 'POST /auth/request-password-reset', 'POST /auth/reset-password'),
  ...is('user', 'POST /auth/change-password', 'POST /oauth/:provider'),
  ...is('user', 'GET /auth/identities', 'DELETE /auth/identities/:provider', 'DELETE /users/@me'),
  ...is('user', 'POST /auth/request-verification', 'GET /auth/sessions', 'DELETE /auth/sessions/:sessionId'),
  ...is('user', 'POST /auth/renew-session', 'POST /auth/change-email'),

  ...is('user', 'GET /users/@me', 'GET /users/@me/projects', 'POST /users/@me/projects'),
  ...is('member', 'PATCH /users/@me/projects/:id', 'POST /users/@me/projects/:id/regenerate-keys'),
  ...is('member', 'DELETE /users/@me/projects/:id', 'POST /users/@me/projects/:id/reset'),
  ...is('member', 'POST /users/@me/projects/:id/checkout', 'POST /users/@me/projects/:id/billing-portal'),
  ...is('member', 'GET /users/@me/projects/:id/billing-limits', 'PUT /users/@me/projects/:id/billing-limits'),
  ...is('member', 'GET /users/@me/projects/:id/billing-consumption'),
  ...is('member', 'GET /users/@me/projects/:id/billing-invoices'),
  ...is('member', 'GET /users/@me/projects/:id/security'),

  ...is('memberOrKey', 'GET /projects/:id/setup-state'),
  ...is('memberOrKey', 'GET /projects/:id/security', 'GET /projects/:id/webhook-secret'),
  ...is('memberOrKey', 'GET /projects/:id/quotas'),
  ...is('memberOrKey', 'GET /projects/:id/jobs/:jobId'),
  ...is('memberOrKey', 'GET /projects/:id/members'),
  ...is('member', 'POST /projects/:id/members'),
  ...is('member', 'PATCH /projects/:id/members/:userId', 'DELETE /projects/:id/members/:userId'),
  ...is('memberOrKey', 'GET /projects/:id/invitations'),
  ...is('member', 'DELETE /projects/:id/invitations/:invitation'),
  ...is('memberOrKey', 'GET /projects/:id/test-addresses'),
  ...is('member', 'POST /projects/:id/test-addresses', 'DELETE /projects/:id/test-addresses/:addressId'),
  ...is('member', 'GET /projects/:id/keys', 'POST /projects/:id/keys', 'PATCH /projects/:id/keys/:keyId'),
  ...is('member', 'DELETE /projects/:id/keys/:keyId', 'POST /projects/:id/keys/:keyId/rotate'),

  ...is('open', 'POST /webhooks/email-infra'),
  ...is('open', 'POST /webhooks/incoming/billing'),

  ...is('open', 'GET /unsubscribe/:token', 'POST /unsubscribe/:token'),
  ...is('open', 'GET /subscribe/:token', 'POST /subscribe/:token'),
  ...is('open', 'GET /manage/:token', 'POST /manage/:token'),
  ...is('open', 'GET /verify-email', 'POST /verify-email', 'GET /reset-password', 'POST /reset-password'),
  ...is('open', 'GET /accept-invitation', 'POST /accept-invitation'),
  ...is('open', 'GET /confirm-test-address', 'POST /confirm-test-address'),
  ...is('open', 'GET /c/:token', 'GET /o/:token.gif'),

  ...is(
    'open',
    'GET /health',
    'GET /ready',
    'GET /openapi.json',
    'GET /openapi-3.0.json',
    'GET /docs',
    'GET /docs/:file',
  ),

  ...is(
    'open',
    'GET /',
    'GET /dashboard',
    'GET /dashboard/frame',
    'GET /dashboard/*path',
    'GET /dashboard/assets/:file',
  ),
]

/** What is wrong with the declared endpoints by the list, a line each that names the endpoint. */
export function findDeviations(
  listed: readonly ListedEndpoint[],
  declared: readonly Pick<AnyEndpoint, 'method' | 'path' | 'access'>[],
): string[] {
  const known = new Map(listed.map((row) => [row.name, row]))
  const found = new Map(declared.map((endpoint) => [endpointName(endpoint), endpoint]))
  const deviations = listed.flatMap(({ name, access }) => {
    const endpoint = found.get(name)
    if (!endpoint) return [`${name} is missing`]
    return endpoint.access === access ? [] : [`${name} takes ${endpoint.access}, not ${access}`]
  })
  const surplus = [...found.keys()].filter((name) => !known.has(name)).map((name) => `${name} is not in the list`)
  return [...deviations, ...surplus]
}
