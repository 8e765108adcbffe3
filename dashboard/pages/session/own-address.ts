const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** The address of a page, as the browser gives it. */
export interface PageAddress {
  origin: string
  hostname: string
  port: string
  pathname: string
  search: string
}

/**
 * The installation's own address, if the page has another one: the cookie belongs to the host of the installation's
 * address. Null if the page is at that address.
 */
export function ownAddress(api: string, page: PageAddress): string | null {
  return new URL(api).origin === page.origin ? null : new URL(page.pathname + page.search, api).href
}

/** Whether both are names of this machine with one port, so that leading there needs no question. */
export function isSameMachine(api: string, { hostname, port }: PageAddress): boolean {
  const url = new URL(api)
  return LOOPBACK.includes(url.hostname) && LOOPBACK.includes(hostname) && url.port === port
}
