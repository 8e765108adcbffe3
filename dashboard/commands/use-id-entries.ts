import { useNavigate, useParams } from '@tanstack/react-router'
import { call } from '../api/client.js'
import { t } from '../messages/index.js'
import { showError } from '../shared/show-error.js'
import { toast } from '../ui/toast.js'
import { ID, type Entry } from './entry.js'

/** A pasted id opens the page of its record. The id does not tell its kind, so every kind is asked for. */
export function useIdEntries(text: string): Entry[] {
  const { projectId } = useParams({ strict: false })
  const navigate = useNavigate()
  const id = text.toLowerCase()
  if (projectId === undefined || !ID.test(id)) return []
  const to = `/p/$projectId` as const
  // The path of such a page also contains a workflow or a name, which the id alone does not tell.
  const openExecution = async (): Promise<void> => {
    const [found] = (await call('GET /executions', { projectId, query: { id } })).data
    if (!found) return toast(t.commands.noSuchId)
    const params = { projectId, workflowId: found.workflowId, executionId: id }
    await navigate({ to: `${to}/workflows/$workflowId/executions/$executionId`, params })
  }
  const openEvent = async (): Promise<void> => {
    const [found] = (await call('GET /events', { projectId, query: { id } })).data
    if (!found) return toast(t.commands.noSuchId)
    await navigate({ to: `${to}/events`, params: { projectId }, search: { name: found.name, event: id } })
  }
  const pages: Record<keyof typeof t.commands.things, () => Promise<void>> = {
    email: () => navigate({ to: `${to}/emails/$emailId`, params: { projectId, emailId: id } }),
    contact: () => navigate({ to: `${to}/contacts/$contactId`, params: { projectId, contactId: id } }),
    campaign: () => navigate({ to: `${to}/campaigns/$campaignId`, params: { projectId, campaignId: id } }),
    workflow: () => navigate({ to: `${to}/workflows/$workflowId`, params: { projectId, workflowId: id } }),
    execution: openExecution,
    event: openEvent,
    template: () => navigate({ to: `${to}/templates/$templateId`, params: { projectId, templateId: id } }),
    segment: () => navigate({ to: `${to}/segments/$segmentId`, params: { projectId, segmentId: id } }),
    domain: () => navigate({ to: `${to}/domains/$domainId`, params: { projectId, domainId: id } }),
    import: () => navigate({ to: `${to}/contacts/import/$jobId`, params: { projectId, jobId: id } }),
  }
  return Object.entries(pages).map(([kind, open]) => ({
    id: kind,
    title: t.commands.openById(t.commands.things[kind as keyof typeof pages]),
    run: () => void open().catch(showError),
  }))
}
