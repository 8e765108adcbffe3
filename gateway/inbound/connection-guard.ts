import { InboundConnection, type ConnectionLimits } from './inbound-connection.js'

/** The limits on the connections of mail servers. */
export interface GuardLimits extends ConnectionLimits {
  /** Of all clients together. */
  connections: number
  /** Of one client network, of which a site has four times as many; 0 for no limit. */
  perNetwork: number
}

/** Ends a connection with 421 and a reason. */
export type Dismiss = (reason: string) => void

// Most sites have one network that sends mail, but the site of a provider may have several customers.
const NETWORKS_OF_SITE = 4

interface Place {
  connection: InboundConnection
  dismiss: Dismiss
}

/**
 * Limits the connections of mail servers to a number of places. A network has at most its share of the places, and so
 * has a site. When all places are taken, a new connection replaces one that sends no message or sends it slowly: of the
 * site with the most connections, the one that has wasted the most time. So idle and slow clients never keep out the
 * mail of others, however many networks they use.
 */
export class ConnectionGuard {
  readonly #limits: GuardLimits
  readonly #places = new Map<InboundConnection, Place>()
  /** The dismissed connections, which count for their network until their sockets are closed. */
  readonly #leaving = new Set<InboundConnection>()

  constructor(limits: GuardLimits) {
    this.#limits = limits
  }

  /**
   * Gives a connection a place; null if its network has all its places, or if all other connections send messages fast
   * enough.
   */
  enter(client: Pick<InboundConnection, 'network' | 'site'>, dismiss: Dismiss): InboundConnection | null {
    const { connections, perNetwork } = this.#limits
    const ofSites = this.#countBy('site')
    const ofNetwork = this.#countBy('network').get(client.network) ?? 0
    const ofSite = ofSites.get(client.site) ?? 0
    if (perNetwork > 0 && (ofNetwork >= perNetwork || ofSite >= perNetwork * NETWORKS_OF_SITE)) return null
    if (this.#places.size >= connections) {
      const leaving = leastUseful([...this.#places.values()], ofSites)
      if (!leaving) return null
      this.#dismiss(leaving, '4.3.2 Others are waiting: try again in a moment')
    }
    const connection = new InboundConnection(client, this.#limits)
    this.#places.set(connection, { connection, dismiss })
    return connection
  }

  /** Frees the place of a closed connection. */
  leave(connection: InboundConnection): void {
    this.#places.delete(connection)
    this.#leaving.delete(connection)
  }

  /** Dismisses the connections that have used up their time or send too slowly. */
  sweep(): void {
    for (const place of this.#places.values()) {
      const reason = place.connection.overdue()
      if (reason !== null) this.#dismiss(place, reason)
    }
  }

  #dismiss(place: Place, reason: string): void {
    this.#places.delete(place.connection)
    this.#leaving.add(place.connection)
    place.dismiss(reason)
  }

  #countBy(key: 'network' | 'site'): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const connection of [...this.#places.keys(), ...this.#leaving])
      counts.set(connection[key], (counts.get(connection[key]) ?? 0) + 1)
    return counts
  }
}

function leastUseful(places: readonly Place[], ofSites: ReadonlyMap<string, number>): Place | undefined {
  // All at one time: a pause between two readings would make the later connection the one that wasted more.
  const now = performance.now()
  const wasting = places.flatMap((place) => {
    const wastedMs = place.connection.wastedMs(now)
    return wastedMs === null ? [] : [{ place, wastedMs, count: ofSites.get(place.connection.site) ?? 0 }]
  })
  return wasting.sort((a, b) => b.count - a.count || b.wastedMs - a.wastedMs)[0]?.place
}
