import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { Button } from '../../../ui/button.js'
import { TextLink } from '../../../ui/link.js'
import type { Fix } from './checks.js'

/** The link to the place where a finding of a check is fixed. */
export function CheckFix({ fix, onFix }: { fix: Fix; onFix: (fix: Fix) => void }) {
  const projectId = useProjectId()
  const label = t.campaigns.fixes[fix]
  if (fix === 'domains') {
    return (
      <TextLink to="/p/$projectId/domains" params={{ projectId }}>
        {label}
      </TextLink>
    )
  }
  if (fix === 'reputation' || fix === 'billing') {
    const part = fix === 'billing' ? 'billing' : 'security'
    return (
      <TextLink to="/p/$projectId/settings/$part" params={{ projectId, part }}>
        {label}
      </TextLink>
    )
  }
  return (
    <div>
      <Button onClick={() => onFix(fix)}>{label}</Button>
    </div>
  )
}
