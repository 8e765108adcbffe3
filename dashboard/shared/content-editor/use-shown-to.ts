import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/query.js'
import { useProjectId } from '../../session/project.js'
import type { ShownTo } from './message-draft.js'

// The parameter of the address for a preview without a contact.
const NO_CONTACT = 'none'

/** The recipient of a preview, and the function to choose another one; null while it is unknown. */
export interface Shown {
  shownTo: ShownTo | null
  setShownTo: (next: ShownTo) => void
}

/**
 * The recipient of a preview: the contact in the address, else the newest contact, else none. The address keeps the
 * choice; sample data lasts for this visit alone.
 */
export function useShownTo(as: string | undefined, onAs: (as: string) => void): Shown {
  const contactId = useShownContact(as)
  const [data, setData] = useState<ShownTo['data']>(null)
  return {
    shownTo: contactId === undefined ? null : { contactId, data },
    setShownTo: (next) => {
      const chosen = next.contactId ?? null
      setData(next.data ?? null)
      if (chosen !== contactId) onAs(chosen ?? NO_CONTACT)
    },
  }
}

/** The contact of the preview; null for none, undefined while the newest one is unknown. */
export function useShownContact(as: string | undefined): string | null | undefined {
  const projectId = useProjectId()
  const newest = { limit: 1, sort: 'createdAt', dir: 'desc' } as const
  const { data, isPending } = useQuery({
    ...read('GET /contacts', { projectId, query: newest }),
    enabled: as === undefined,
    // A contact that joins meanwhile does not replace the shown one.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (as !== undefined) return as === NO_CONTACT ? null : as
  return isPending ? undefined : (data?.data[0]?.id ?? null)
}
