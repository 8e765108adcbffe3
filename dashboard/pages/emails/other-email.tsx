import { useProjectId } from '../../session/project.js'
import { TextLink } from '../../ui/link.js'

/** Leads to another email. */
export function OtherEmail({ emailId, label }: { emailId: string; label: string }) {
  const projectId = useProjectId()
  return (
    <TextLink to="/p/$projectId/emails/$emailId" params={{ projectId, emailId }}>
      {label}
    </TextLink>
  )
}
