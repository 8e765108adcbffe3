import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/query.js'
import { useProjectId } from '../../session/project.js'
import type { ShownTo } from './message-draft.js'

// What the address says of a message that is shown for no contact.
const NOBODY = 'nobody'

/** For whom a message is shown, and how to choose somebody else; null while that is not known. */
export interface Shown {
  shownTo: ShownTo | null
  setShownTo: (next: ShownTo) => void
}

/**
 * For whom a message is shown: the contact of the address, at first the newest one, and nobody where there is none. The
 * address keeps who was chosen; sample data is of this visit alone.
 */
export function useShownTo(as: string | undefined, onAs: (as: string) => void): Shown {
  const contactId = useShownContact(as)
  const [data, setData] = useState<ShownTo['data']>(null)
  return {
    shownTo: contactId === undefined ? null : { contactId, data },
    setShownTo: (next) => {
      const chosen = next.contactId ?? null
      setData(next.data ?? null)
      if (chosen !== contactId) onAs(chosen ?? NOBODY)
    },
  }
}

/** The contact for whom a message is shown; null for none, undefined while the newest one is not known. */
export function useShownContact(as: string | undefined): string | null | undefined {
  const projectId = useProjectId()
  const newest = { limit: 1, sort: 'createdAt', dir: 'desc' } as const
  const { data, isPending } = useQuery({
    ...read('GET /contacts', { projectId, query: newest }),
    enabled: as === undefined,
    // A contact that joins meanwhile does not take the place of the one who is shown.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (as !== undefined) return as === NOBODY ? null : as
  return isPending ? undefined : (data?.data[0]?.id ?? null)
}
