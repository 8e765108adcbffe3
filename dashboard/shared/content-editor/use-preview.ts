import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, type Input } from '../../api/client.js'
import { useDebounced } from '../use-debounced.js'
import { useProjectId } from '../../session/project.js'
import type { MessageDraft, Preview, ShownTo } from './message-draft.js'
import { sentContent } from './sent-content.js'

const REST_MS = 400

/** The preview of a draft, as far as it has come. */
export interface PreviewState {
  preview: Preview | undefined
  /** The draft has changed since, and the next preview is on its way. */
  isStale: boolean
  error: unknown
  retry: () => void
}

type Request = Input<'POST /preview'>['body']

// A draft may have megabytes: the cache knows it by a number.
const numbers = new WeakMap<Request, number>()
let count = 0

function numberOf(request: Request): number {
  const number = numbers.get(request) ?? (count += 1)
  numbers.set(request, number)
  return number
}

/** Renders a draft by the code that sends, a moment after it was changed, once it is known for whom. */
export function usePreview(draft: MessageDraft, shownTo: ShownTo | null): PreviewState {
  const { contactId, data, language } = shownTo ?? {}
  const projectId = useProjectId()
  const request = useMemo(
    () => requestOf(draft, { contactId: contactId ?? null, data: data ?? null, language: language ?? null }),
    [draft, contactId, data, language],
  )
  const isKnown = shownTo !== null
  const debounced = useDebounced(request, REST_MS)
  const query = useQuery({
    queryKey: [projectId, 'POST /preview', numberOf(debounced)],
    queryFn: ({ signal }) => call('POST /preview', { projectId, body: debounced }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // The first request waits until the contact of the preview is known.
    enabled: isKnown && (debounced.contactId ?? null) === (contactId ?? null),
  })
  return {
    preview: query.data,
    isStale: debounced !== request || query.isPlaceholderData || query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
  }
}

function requestOf(draft: MessageDraft, shownTo: ShownTo): Request {
  const { type, from, fromName, replyTo, utm } = draft
  const sender = { from: from || null, fromName: fromName ?? null, replyTo: replyTo || null }
  return { ...shownTo, ...sender, ...sentContent(draft, 'shown'), type, utm: utm ?? null }
}
