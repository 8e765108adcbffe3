import { Visit, type VisitLimits } from './visit.js'

/** The limits on the connections of mail servers. */
export interface GuardLimits extends VisitLimits {
  /** In all. */
  connections: number
  /** Of one client network, of which a site has four times as many; 0 for no limit. */
  perNetwork: number
}

/** Ends a connection with 421 and a reason. */
export type Dismiss = (reason: string) => void

// Most sites have one network that sends mail, and a provider's may have several customers.
const NETWORKS_OF_SITE = 4

interface Place {
  visit: Visit
  dismiss: Dismiss
}

/**
 * Gives connections their places. A network has at most its share of them, and a site as well. When all are taken, a
 * connection that sends no message, or sends it slowly, has to go: of the site with the most connections, the one that has
 * wasted the most time. So idle and slow clients, of however many networks, never keep mail of others out.
 */
export class ConnectionGuard {
  readonly #limits: GuardLimits
  readonly #places = new Map<Visit, Place>()
  /** Those that were told to go: they count for their network until their sockets are closed. */
  readonly #leaving = new Set<Visit>()

  constructor(limits: GuardLimits) {
    this.#limits = limits
  }

  /** Gives a connection its place; null when its network has none left, or all others send messages fast enough. */
  enter(client: Pick<Visit, 'network' | 'site'>, dismiss: Dismiss): Visit | null {
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
    const visit = new Visit(client, this.#limits)
    this.#places.set(visit, { visit, dismiss })
    return visit
  }

  /** Frees the place of a connection that is closed. */
  leave(visit: Visit): void {
    this.#places.delete(visit)
    this.#leaving.delete(visit)
  }

  /** Ends the connections that have used up their time, or send too slowly. */
  sweep(): void {
    for (const place of this.#places.values()) {
      const reason = place.visit.overdue()
      if (reason !== null) this.#dismiss(place, reason)
    }
  }

  #dismiss(place: Place, reason: string): void {
    this.#places.delete(place.visit)
    this.#leaving.add(place.visit)
    place.dismiss(reason)
  }

  #countBy(key: 'network' | 'site'): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const visit of [...this.#places.keys(), ...this.#leaving])
      counts.set(visit[key], (counts.get(visit[key]) ?? 0) + 1)
    return counts
  }
}

function leastUseful(places: readonly Place[], ofSites: ReadonlyMap<string, number>): Place | undefined {
  const wasting = places.flatMap((place) => {
    const { wastedMs, site } = place.visit
    return wastedMs === null ? [] : [{ place, wastedMs, count: ofSites.get(site) ?? 0 }]
  })
  return wasting.sort((a, b) => b.count - a.count || b.wastedMs - a.wastedMs)[0]?.place
}
