/** An issue of the project that needs attention. */
export const attention = {
  title: 'Needs attention',
  count: (items: number) => `Needs attention (${items})`,
  failed: (count: number, shown: string, workflow = 'a workflow') =>
    count === 1 ? `1 execution of ${workflow} failed` : `${shown} executions of ${workflow} failed`,
  failedAtLeast: (count: number, shown: string, workflow = 'a workflow') =>
    count === 1 ? `At least 1 execution of ${workflow} failed` : `At least ${shown} executions of ${workflow} failed`,
  domainFailed: (domain: string) => `${domain} is not verified`,
  domainLosing: (domain: string) => `${domain} is missing a DNS record`,
  quota: (what: string, percent: string) => `${percent}% of the ${what} quota used`,
  quotas: {
    domains: 'domain',
    templates: 'template',
    segments: 'segment',
    workflows: 'workflow',
    invitations: 'invitation',
    keys: 'API key',
    uploads: 'file storage',
    jobs: 'job',
  },
}
