/** An issue of the project that needs attention. */
export const attention = {
  title: 'Needs attention',
  count: (items: number) => `Needs attention (${items})`,
  failed: (count: number, shown: string, workflow = 'a workflow') =>
    count === 1 ? `An execution of ${workflow} has failed` : `${shown} executions of ${workflow} have failed`,
  failedAtLeast: (count: number, shown: string, workflow = 'a workflow') =>
    count === 1
      ? `At least one execution of ${workflow} has failed`
      : `At least ${shown} executions of ${workflow} have failed`,
  domainFailed: (domain: string) => `${domain} is not verified`,
  domainLosing: (domain: string) => `A record of ${domain} is gone`,
  quota: (what: string, percent: string) => `${percent} % of the room for ${what} is used`,
  quotas: {
    domains: 'domains',
    templates: 'templates',
    segments: 'segments',
    workflows: 'workflows',
    invitations: 'invitations',
    keys: 'keys',
    uploads: 'images and files',
    jobs: 'jobs',
  },
}
