import type { AnyRouter } from '@tanstack/react-router'
import { queryClient } from '../api/query.js'
import { configQuery } from '../session/user.js'

const RELOADED_FOR = 'posthorn-reloaded-for'

/** Whether the gateway is known to be newer than this page, whose scripts may be gone from it. */
export function isNewer(config: { version: string } | undefined): boolean {
  return config !== undefined && config.version !== BUILT_VERSION
}

/**
 * Loads the page anew, at the address that the user goes to, once the gateway is newer. A navigation has been agreed to
 * by then where something was not saved, so that nothing is lost. A version whose page stays the old one is tried once.
 */
export function reloadWhenNewer(router: Pick<AnyRouter, 'subscribe'>): () => void {
  return router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
    const config = queryClient.getQueryData(configQuery.queryKey)
    if (!config || !isNewer(config) || !pathChanged) return
    if (sessionStorage.getItem(RELOADED_FOR) === config.version) return
    sessionStorage.setItem(RELOADED_FOR, config.version)
    window.location.assign(toLocation.publicHref)
  })
}
