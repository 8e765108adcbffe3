import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { read } from '../api/query.js'
import { t } from '../messages/index.js'
import { contactName } from '../shared/contact-name.js'
import { foundContacts } from '../shared/find-contacts.js'
import { useDebounced } from '../shared/use-debounced.js'
import { ID, type Entry } from './entry.js'

const ADDRESS = /^[^\s@]+@[^\s@]+$/
const REST_MS = 150
const MIN_SEARCH = 2
const MOST = 5
// The API answers all segments in one list: one answer serves several searches.
const SEGMENTS_MS = 30_000

/** The results of a search so far. */
export interface FoundEntries {
  entries: readonly Entry[]
  isLoading: boolean
  hasFailed: boolean
}

const NOTHING: FoundEntries = { entries: [], isLoading: false, hasFailed: false }

/** Contacts, campaigns, workflows, templates and segments by their names, five of each. */
export function useFoundEntries(text: string): FoundEntries {
  const { projectId = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const search = useDebounced(text, REST_MS)
  const isSearch = (value: string): boolean => projectId !== '' && value.length >= MIN_SEARCH && !ID.test(value)
  const enabled = isSearch(search)
  const searches = useSearches(projectId, search, enabled)
  if (!isSearch(text)) return NOTHING
  const { contacts, campaigns, workflows, templates, segments } = searches
  const queries = Object.values(searches)
  const state = {
    isLoading: text !== search || queries.some(({ isFetching }) => isFetching),
    hasFailed: queries.some(({ error }) => error !== null),
  }
  if (!enabled) return { ...NOTHING, ...state }
  const { things } = t.commands
  const entry = (kind: string, { id, title }: { id: string; title: string }, open: () => Promise<void>): Entry => ({
    id,
    title,
    kind,
    run: () => void open(),
  })
  const emailsTo = entry(t.commands.emailsTo, { id: `emails ${search}`, title: search }, () =>
    navigate({ to: '/p/$projectId/emails', params: { projectId }, search: { to: search } }),
  )
  const entries = [
    ...(ADDRESS.test(search) ? [emailsTo] : []),
    ...(contacts.data ?? []).map(({ id, email, data }) =>
      entry([things.contact, contactName(data)].filter(Boolean).join(' · '), { id, title: email }, () =>
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
    ...named(segments.data ?? [], search).map(({ id, name }) =>
      entry(things.segment, { id, title: name }, () =>
        navigate({ to: '/p/$projectId/segments/$segmentId', params: { projectId, segmentId: id } }),
      ),
    ),
  ]
  // Until the search has rested, a result for the previous text is right only if it also matches the present text.
  const fits = ({ title }: Entry): boolean => text === search || title.toLowerCase().includes(text.toLowerCase())
  return { entries: entries.filter(fits), ...state }
}

function named<One extends { name: string }>(all: readonly One[], search: string): One[] {
  return all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase())).slice(0, MOST)
}

/** A search for each kind. A search for a text that has changed is aborted. */
function useSearches(projectId: string, search: string, enabled: boolean) {
  const query = { search, pageSize: MOST }
  const contacts = useQuery({ ...foundContacts(projectId, search, MOST), enabled })
  const campaigns = useQuery({ ...read('GET /campaigns', { projectId, query }), enabled })
  const workflows = useQuery({ ...read('GET /workflows', { projectId, query }), enabled })
  const templates = useQuery({ ...read('GET /templates', { projectId, query }), enabled })
  const segments = useQuery({ ...read('GET /segments', { projectId }), enabled, staleTime: SEGMENTS_MS })
  return { contacts, campaigns, workflows, templates, segments }
}
