import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { read } from '../api/query.js'
import { t } from '../messages/index.js'
import { useSettled } from '../shared/use-settled.js'
import { ID, type Entry } from './entry.js'

const REST_MS = 150
const MIN_SEARCH = 2
const MOST = 5
// All segments come at once: one answer serves several searches.
const SEGMENTS_MS = 30_000

/** Contacts, campaigns, workflows, templates and segments by their names, five of each. */
export function useFoundEntries(text: string): Entry[] {
  const { projectId = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const search = useSettled(text, REST_MS)
  const enabled = projectId !== '' && search.length >= MIN_SEARCH && !ID.test(search)
  const query = { search, pageSize: MOST }
  // A search that is typed over is aborted: nobody waits for it any more.
  const contacts = useQuery({
    ...read('GET /contacts', { projectId, query: { search, limit: MOST } }),
    enabled,
  })
  const campaigns = useQuery({ ...read('GET /campaigns', { projectId, query }), enabled })
  const workflows = useQuery({ ...read('GET /workflows', { projectId, query }), enabled })
  const templates = useQuery({ ...read('GET /templates', { projectId, query }), enabled })
  const segments = useQuery({ ...read('GET /segments', { projectId }), enabled, staleTime: SEGMENTS_MS })
  if (!enabled) return []
  const { things } = t.commands
  const entry = (kind: string, { id, title }: { id: string; title: string }, open: () => Promise<void>): Entry => ({
    id,
    title,
    kind,
    run: () => void open(),
  })
  const ofSegments = (segments.data ?? []).filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  return [
    ...(contacts.data?.data ?? []).map(({ id, email }) =>
      entry(things.contact, { id, title: email }, () =>
        navigate({ to: '/p/$projectId/contacts/$contactId', params: { projectId, contactId: id } }),
      ),
    ),
    ...(campaigns.data?.data ?? []).map(({ id, name }) =>
      entry(things.campaign, { id, title: name }, () =>
        navigate({ to: '/p/$projectId/campaigns/$campaignId', params: { projectId, campaignId: id } }),
      ),
    ),
    ...(workflows.data?.data ?? []).map(({ id, name }) =>
      entry(things.workflow, { id, title: name }, () =>
        navigate({ to: '/p/$projectId/workflows/$workflowId', params: { projectId, workflowId: id } }),
      ),
    ),
    ...(templates.data?.data ?? []).map(({ id, name }) =>
      entry(things.template, { id, title: name }, () =>
        navigate({ to: '/p/$projectId/templates/$templateId', params: { projectId, templateId: id } }),
      ),
    ),
    ...ofSegments
      .slice(0, MOST)
      .map(({ id, name }) =>
        entry(things.segment, { id, title: name }, () =>
          navigate({ to: '/p/$projectId/segments/$segmentId', params: { projectId, segmentId: id } }),
        ),
      ),
  ]
}
