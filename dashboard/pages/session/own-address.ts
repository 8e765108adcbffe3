const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * The address at which signing in works, where that is another one than the page's: the cookie belongs to the host of
 * the installation's own address. Null where the page is there, or is served by the development server.
 */
export function ownAddress(
  api: string,
  page: Pick<Location, 'origin' | 'hostname' | 'port' | 'pathname' | 'search'>,
): string | null {
  if (new URL(api).origin === page.origin || import.meta.env.DEV) return null
  return new URL(page.pathname + page.search, api).href
}

/** Whether both are names of this machine with one port, so that leading there needs no question. */
export function isSameMachine(api: string, { hostname, port }: Pick<Location, 'hostname' | 'port'>): boolean {
  const url = new URL(api)
  return LOOPBACK.includes(url.hostname) && LOOPBACK.includes(hostname) && url.port === port
}
