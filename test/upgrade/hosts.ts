import { answersOk, pollUntil } from '../../embedded/poll.js'
import type { AddedHost, Stack } from '../../embedded/stack.js'
import type { Tap } from '../faults/tap.js'
import type { Release } from './previous-release.js'

/** Every process of the two versions. */
export const HOSTS = ['old-gateway', 'new-gateway', 'old-worker', 'old-worker-2', 'new-worker'] as const
export type HostName = (typeof HOSTS)[number]
export type Version = 'old' | 'new'

const READY_MS = 120_000
// Longer than a worker takes by its own settings: a deploy does not kill.
const GRACE_MS = 40_000

/** The gateways and workers of both versions, which are started and stopped as a deploy does it. */
export class Hosts {
  /** The process ids that each version had. */
  readonly pids: Record<Version, Set<number>> = { old: new Set(), new: new Set() }
  readonly #added = new Map<HostName, AddedHost>()
  readonly #stack: Stack
  readonly #previous: Release
  readonly #tap: Tap

  constructor(of: { stack: Stack; previous: Release; tap: Tap }) {
    this.#stack = of.stack
    this.#previous = of.previous
    this.#tap = of.tap
  }

  /** Starts a process, for the first time or again, and waits until it is ready. Throws when it ends before that. */
  async start(name: HostName): Promise<void> {
    const known = this.#added.get(name)
    if (known) await known.process.start()
    else this.#added.set(name, await this.#add(name))
    const host = this.#host(name)
    this.pids[versionOf(name)].add(host.process.pid ?? 0)
    if (host.origin && !(await pollUntil(() => answersOk(`${host.origin}/ready`), { timeoutMs: READY_MS })))
      throw new Error(`${name} is not ready after ${READY_MS / 1_000} s`)
  }

  /** Stops a process by SIGTERM; resolves with how it ended. */
  stop(name: HostName): Promise<string> {
    return this.#host(name).process.stop(GRACE_MS)
  }

  /** The origin of a gateway. */
  origin(name: HostName): string {
    return this.#host(name).origin
  }

  async #add(name: HostName): Promise<AddedHost> {
    const codeDir = versionOf(name) === 'old' ? { codeDir: this.#previous.codeDir } : {}
    const isGateway = name.endsWith('gateway')
    const env: Record<string, string> = isGateway ? {} : { SES_ENDPOINT: await this.#tap.open(name) }
    return this.#stack.addHost({ part: isGateway ? 'gateway' : 'worker', name, env, ...codeDir })
  }

  #host(name: HostName): AddedHost {
    const host = this.#added.get(name)
    if (!host) throw new Error(`${name} was never started`)
    return host
  }
}

function versionOf(name: HostName): Version {
  return name.startsWith('old') ? 'old' : 'new'
}
