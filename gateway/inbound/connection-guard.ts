import { Visit, type VisitLimits } from './visit.js'

/** The limits on the connections of mail servers. */
export interface GuardLimits extends VisitLimits {
  /** In all. */
  connections: number
  /** Of one client network; 0 for no limit. */
  perNetwork: number
}

/** Ends a connection with 421 and a reason. */
export type Dismiss = (reason: string) => void

interface Place {
  visit: Visit
  dismiss: Dismiss
}

/**
 * Gives connections their places. A network has at most its share of them. When all are taken, a connection that sends no
 * message has to go: of the network with the most connections, the one that has achieved nothing for the longest time. So
 * idle clients, of however many networks, never keep mail of others out.
 */
export class ConnectionGuard {
  readonly #limits: GuardLimits
  readonly #places = new Map<Visit, Place>()
  /** Those that were told to go: they count for their network until their sockets are closed. */
  readonly #leaving = new Set<Visit>()

  constructor(limits: GuardLimits) {
    this.#limits = limits
  }

  /** Gives a connection its place; null when its network has none left, or all others send messages. */
  enter(network: string, dismiss: Dismiss): Visit | null {
    const { connections, perNetwork } = this.#limits
    const ofNetworks = this.#countByNetwork()
    if (perNetwork > 0 && (ofNetworks.get(network) ?? 0) >= perNetwork) return null
    if (this.#places.size >= connections) {
      const leaving = leastUseful([...this.#places.values()], ofNetworks)
      if (!leaving) return null
      this.#dismiss(leaving, '4.3.2 Others are waiting: come back with a message')
    }
    const visit = new Visit(network, this.#limits)
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

  #countByNetwork(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const { network } of [...this.#places.keys(), ...this.#leaving])
      counts.set(network, (counts.get(network) ?? 0) + 1)
    return counts
  }
}

function leastUseful(places: readonly Place[], ofNetworks: ReadonlyMap<string, number>): Place | undefined {
  const countOf = ({ visit }: Place): number => ofNetworks.get(visit.network) ?? 0
  return places
    .filter(({ visit }) => !visit.isInMessage)
    .sort((a, b) => countOf(b) - countOf(a) || a.visit.progressAt - b.visit.progressAt)[0]
}
