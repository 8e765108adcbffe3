import type { CampaignGroup, GroupResult } from '../../activities/campaign/group-sender.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import type { Config } from '../../runtime/config.js'
import type { LoggableError } from '../../runtime/loggable-error.js'
import type { Observations } from '../../runtime/metrics/registry.js'
import type { SharedNumber } from '../../runtime/threads/shared-number.js'

/** The data that a thread gets when it starts. */
export interface ThreadData {
  config: Config
  /** How many connections to the provider the thread may keep; undefined for no limit. */
  connections: SharedNumber | undefined
  /** One number: 1 once the worker has begun to stop. */
  stopping: Int32Array
}

/** A group for a thread. */
export interface Task {
  group: CampaignGroup
  /** The relay of the process, which owns the outbox entries of the group. */
  owner: string
  /** The span that the group belongs to, as a `traceparent`. */
  trace: string | undefined
}

/** The outcome of a group. An error is sent in parts, because a thrown one loses its class and may quote an address. */
export type Answer = { result: GroupResult } | { failure: LoggableError }

/** A message of a thread to its process, besides its answers. */
export type FromThread = { entries: readonly OutboxEntry[] } | { observations: Observations[] }
