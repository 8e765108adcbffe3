import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { dnsHostOf } from '../../../models/domain/dns-hosts.js'
import { t } from '../../messages/index.js'
import { Banner } from '../../ui/banner.js'
import { Button } from '../../ui/button.js'
import type { Domain } from './domains-query.js'

const route = getRouteApi('/p/$projectId/domains/$domainId')

/** The host of the DNS zone, and how it treats records, while records are missing. */
export function HostHint({ zone, records }: Pick<Domain, 'zone' | 'records'>) {
  const navigate = useNavigate()
  const { zone: namesIn } = route.useSearch()
  if (!zone || records.every(({ verified }) => verified)) return null
  const host = dnsHostOf(zone.nameServers)
  const { hosts, hostAdvice } = t.domains
  const title = host === null ? t.domains.zoneAt(zone.name, null) : t.domains.zoneAt(zone.name, hosts[host])
  const advice = host === null ? undefined : hostAdvice[host as keyof typeof hostAdvice]
  const action = namesIn !== zone.name && (
    <Button onClick={() => void navigate({ to: '.', search: { zone: zone.name }, replace: true })}>
      {t.domains.namesIn(zone.name)}
    </Button>
  )
  return (
    <Banner kind="info" title={title} action={action}>
      {advice !== undefined && <p>{advice}</p>}
      <p>{t.domains.hostAddsZone(zone.name)}</p>
      <p className="text-small break-words text-muted">{t.domains.nameServers(zone.nameServers.join(', '))}</p>
    </Banner>
  )
}
