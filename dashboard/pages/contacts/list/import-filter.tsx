import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { IconButton } from '../../../ui/button.js'
import { TextLink } from '../../../ui/link.js'

/** Says which import the list is of, and leads to it. */
export function ImportFilter({ jobId, onClear }: { jobId: string; onClear: () => void }) {
  const projectId = useProjectId()
  const { data } = useQuery(read('GET /contacts/import/:jobId', { projectId, params: { jobId } }))
  return (
    <span className="flex min-h-8 max-w-full items-center gap-1 rounded-control border border-edge bg-surface pl-3">
      <TextLink to="/p/$projectId/contacts/import/$jobId" params={{ projectId, jobId }} className="min-w-0 break-words">
        {t.contacts.ofImport(data?.fileName ?? t.contacts.unnamedFile)}
      </TextLink>
      <IconButton icon={X} label={t.contacts.leaveImport} onClick={onClear} />
    </span>
  )
}
