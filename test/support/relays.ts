import { Relay, type RelayDeps } from '../../outbox/relay.js'

/**
 * Makes relays of this process for the tests of a `describe`, and ends each with its test, also when the test fails. A
 * relay that remained would dispatch what later tests enqueue.
 */
export function useRelays(): (deps: Partial<RelayDeps> & Pick<RelayDeps, 'temporal'>) => Relay {
  const relays: Relay[] = []
  afterEach(() => Promise.all(relays.splice(0).map((relay) => relay.close())))
  return (deps) => {
    const relay = new Relay({ onFailure: () => undefined, drainMs: 60_000, ...deps })
    relays.push(relay)
    return relay
  }
}
