import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { Button } from '../../../ui/button.js'
import { TextLink } from '../../../ui/link.js'
import type { Cure } from './checks.js'

/** The link to the place where a finding of a check is fixed. */
export function CheckCure({ cure, onCure }: { cure: Cure; onCure: (cure: Cure) => void }) {
  const projectId = useProjectId()
  const label = t.campaigns.cures[cure]
  if (cure === 'domains') {
    return (
      <TextLink to="/p/$projectId/domains" params={{ projectId }}>
        {label}
      </TextLink>
    )
  }
  if (cure === 'reputation' || cure === 'billing') {
    const part = cure === 'billing' ? 'billing' : 'security'
    return (
      <TextLink to="/p/$projectId/settings/$part" params={{ projectId, part }}>
        {label}
      </TextLink>
    )
  }
  return (
    <div>
      <Button onClick={() => onCure(cure)}>{label}</Button>
    </div>
  )
}
