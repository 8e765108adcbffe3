import type { Config } from '../../../runtime/config.js'

/** A page to which a mail or a redirect leads a person. */
export type LinkedPage =
  | { page: 'home' }
  | { page: 'account'; connected?: string; error?: string }
  | { page: 'sign-in'; error: string }
  | { page: 'billing' | 'security'; projectId: string }
  | { page: 'campaign'; projectId: string; campaignId: string }
  | { page: 'project'; projectId: string }
  | { page: 'domain'; projectId: string; domainId: string }
  | { page: 'import'; projectId: string; jobId: string }
  | { page: 'failed executions'; projectId: string; workflowId: string }
  | { page: 'verify-email' | 'reset-password' | 'accept-invitation' | 'confirm-test-address'; token: string }

/** The settings that say where the pages for people are. */
export type PageSettings = Pick<Config, 'GATEWAY_URL' | 'DASHBOARD_URL'>

/** The address of the dashboard, without a slash at its end. */
export function dashboardUrl({ GATEWAY_URL, DASHBOARD_URL }: PageSettings): string {
  return DASHBOARD_URL ?? `${GATEWAY_URL}/dashboard`
}

/**
 * The address of a page for people. The pages for tokens of mails are of the gateway itself, so that such a link works
 * on every installation. All others are of the dashboard.
 */
export function linkTo(to: LinkedPage, settings: PageSettings): string {
  const dashboard = dashboardUrl(settings)
  switch (to.page) {
    case 'home':
      return `${dashboard}/`
    case 'account':
      return `${dashboard}/account${outcomeOf(to)}`
    case 'sign-in':
      return `${dashboard}/sign-in?error=${encodeURIComponent(to.error)}`
    case 'campaign':
      return `${dashboard}/p/${to.projectId}/campaigns/${to.campaignId}`
    case 'project':
      return `${dashboard}/p/${to.projectId}`
    case 'domain':
      return `${dashboard}/p/${to.projectId}/domains/${to.domainId}`
    case 'import':
      return `${dashboard}/p/${to.projectId}/contacts/import/${to.jobId}`
    case 'failed executions':
      return `${dashboard}/p/${to.projectId}/workflows/${to.workflowId}/executions?status=FAILED`
    case 'billing':
    case 'security':
      return `${dashboard}/p/${to.projectId}/settings/${to.page}`
    default:
      return `${settings.GATEWAY_URL}/${to.page}?token=${encodeURIComponent(to.token)}`
  }
}

function outcomeOf({ connected, error }: { connected?: string; error?: string }): string {
  if (error !== undefined) return `?error=${encodeURIComponent(error)}`
  return connected === undefined ? '' : `?connected=${encodeURIComponent(connected)}`
}
