import { lazyRouteComponent } from '@tanstack/react-router'
import { call } from '../api/client.js'

/**
 * A page that is loaded when it is opened. Where its script is gone, because the gateway is newer, the router loads the
 * whole dashboard anew. Without an answer of the gateway that would leave an empty window: the page says so instead.
 */
export function lazyPage<T extends Record<string, unknown>, K extends keyof T>(load: () => Promise<T>, name: K) {
  return lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        await call('GET /config', {})
        throw error
      }),
    name,
  )
}
