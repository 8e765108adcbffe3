import { useState } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import type { ShownTo } from '../../shared/content-editor/message-draft.js'

const route = getRouteApi('/p/$projectId/templates/$templateId')

/** The language that is written and for whom the preview is made: the address holds both, but no sample data. */
export function useShown() {
  const { lang = null, as = null } = route.useSearch()
  const navigate = route.useNavigate()
  const [data, setData] = useState<ShownTo['data']>(null)
  return {
    language: lang,
    shownTo: { contactId: as, data },
    setShownTo: (next: ShownTo): void => {
      setData(next.data ?? null)
      if ((next.contactId ?? null) === as) return
      const contact = next.contactId ?? undefined
      void navigate({ search: (search) => ({ ...search, as: contact }), replace: true })
    },
  }
}
