import { getRouteApi } from '@tanstack/react-router'
import { useShownTo, type Shown } from '../../shared/content-editor/use-shown-to.js'

const route = getRouteApi('/p/$projectId/templates/$templateId')

/** The language that is written and for whom the preview is made: the address holds both. */
export function useShown(): Shown & { language: string | null } {
  const { lang = null, as } = route.useSearch()
  const navigate = route.useNavigate()
  const shown = useShownTo(
    as,
    (next) => void navigate({ search: (search) => ({ ...search, as: next }), replace: true }),
  )
  return { language: lang, ...shown }
}
