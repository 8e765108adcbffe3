import { getRouteApi } from '@tanstack/react-router'

const route = getRouteApi('/p/$projectId/templates/$templateId')

/** Whether the history is open, and at which version: the address holds both. */
export function useHistory() {
  const { isHistory = false, version } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (part: { isHistory?: true | undefined; version?: number | undefined }): void =>
    void navigate({ search: (search) => ({ ...search, ...part }), replace: true, ignoreBlocker: true })
  return {
    isOpen: isHistory,
    version,
    open: () => show({ isHistory: true }),
    show: (shown: number) => show({ version: shown }),
    close: () => show({ isHistory: undefined, version: undefined }),
  }
}
