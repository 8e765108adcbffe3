import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useCommands } from '../../commands/registry.js'
import { t } from '../../messages/index.js'
import { Failure } from '../../shared/failure.js'
import { Gone } from '../../shared/gone.js'
import { mayManage, useProject } from '../../session/project.js'
import { Button } from '../../ui/button.js'
import { TextLink } from '../../ui/link.js'
import { PageHeader } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { DomainBanner } from './domain-banner.js'
import { DomainStatus } from './domain-status.js'
import { domainsQuery, useChecks, type Domain } from './domains-query.js'
import { HostHint } from './host-hint.js'
import { RecordList } from './record-list.js'
import { RemoveDomain } from './remove-domain.js'
import { ZoneBar } from './zone-bar.js'

const route = getRouteApi('/p/$projectId/domains/$domainId')

/** One domain: the records that it needs, and which of them are found. */
export function DomainPage() {
  const { id: projectId } = useProject()
  const { domainId } = route.useParams()
  const { data: domains, error, refetch } = useQuery(domainsQuery(projectId))
  const domain = domains?.find(({ id }) => id === domainId)
  if (domain) return <Content domain={domain} />
  if (!domains) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows />
  return (
    <Gone title={t.domains.gone} text={t.domains.goneText}>
      <Back projectId={projectId} />
    </Gone>
  )
}

function Back({ projectId }: { projectId: string }) {
  return (
    <TextLink to="/p/$projectId/domains" params={{ projectId }}>
      {t.domains.back}
    </TextLink>
  )
}

function Content({ domain }: { domain: Domain }) {
  const { id: projectId, role } = useProject()
  const { zone } = route.useSearch()
  const [isRemoving, setRemoving] = useState(false)
  const isManager = mayManage({ role })
  const checks = useChecks({ projectId, domain, isOn: isManager })
  const { refetch } = checks
  useCommands(
    useMemo(() => {
      const check = { id: 'check', title: t.domains.checkNow, group: 'page', run: () => void refetch() } as const
      return isManager ? [check] : []
    }, [isManager, refetch]),
  )
  const [required, recommended] = [true, false].map((is) => domain.records.filter((record) => record.required === is))
  const shown = { zone, knownZone: domain.zone?.name, isChecked: domain.lastCheckedAt !== null }
  return (
    <>
      <PageHeader title={domain.domain} note={<DomainStatus status={domain.status} />}>
        <Back projectId={projectId} />
        {isManager && (
          <>
            {domain.records.length > 0 && (
              <Button icon={RefreshCw} isBusy={checks.isFetching} onClick={() => void refetch()}>
                {t.domains.checkNow}
              </Button>
            )}
            <Button variant="danger" icon={Trash2} onClick={() => setRemoving(true)}>
              {t.domains.remove}
            </Button>
          </>
        )}
      </PageHeader>
      <DomainBanner domain={domain} checks={checks} isManager={isManager} />
      <HostHint zone={domain.zone} records={domain.records} />
      <div className="flex flex-col gap-4">
        {domain.records.length > 0 && <ZoneBar domain={domain} zone={zone} />}
        <RecordList {...shown} title={t.domains.required} text={t.domains.requiredText} records={required ?? []} />
        <RecordList
          {...shown}
          title={t.domains.recommended}
          text={t.domains.recommendedText}
          records={recommended ?? []}
        />
      </div>
      <RemoveDomain domain={domain} isOpen={isRemoving} onClose={() => setRemoving(false)} />
    </>
  )
}
