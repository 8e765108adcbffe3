import { createSessions } from '../../gateway/http/request/sessions.js'
import { relayEntriesTo } from '../../commands/base/outbox/owner.js'
import type { OutboxKind } from '../../models/outbox-entry.js'
import type { UserRecord } from '../../models/user.js'
import type { Config } from '../../runtime/config.js'
import { testConfig, UNLIMITED } from './config.js'
import { useDatabase, type DatabaseUse } from './database.js'
import type { ReadingThreads } from '../../mail/inbound/threads/read-in-thread.js'
import { createClient, type HttpClient } from './http-client.js'
import { documentsOf, type Waiting } from './outbox.js'
import { serveGateway, type ServedGateway } from './serve-gateway.js'

/** A real gateway on a free port, in a process whose relay only records the entries that it gets. */
export interface TestGateway {
  /** A client that sends this key; none sends no `Authorization`. */
  as(key?: string): HttpClient
  /** A client with the session of a user, on a page of the gateway; in a project when there is an id of one. */
  signedIn(user: Pick<UserRecord, '_id' | 'sessionVersion'>, projectId?: string): HttpClient
  /** What requests, and commands of the test itself, have set off so far. */
  readonly entries: Waiting[]
  /** The same of one kind. */
  entriesOf(kind: OutboxKind): Waiting[]
  readonly origin: string
}

// The last relay of a process takes all entries, and does not know which gateway has stored them.
const noting = new Set<Waiting[]>()

/**
 * Gives the tests of a `describe` a gateway on the database: see `useDatabase`. It has no rate limit but those that
 * `changes` name. Mail is read by `threads` where they are given.
 */
export function useGateway(
  changes: Partial<Config> = {},
  database: DatabaseUse = {},
  threads?: ReadingThreads,
): TestGateway {
  const entries: Waiting[] = []
  let config: Config
  let stopRelaying: () => void
  let gateway: ServedGateway
  useDatabase(database)
  before(async () => {
    noting.add(entries)
    stopRelaying = relayEntriesTo((stored) => {
      for (const each of noting) each.push(...documentsOf(stored))
    })
    // Settings may name servers that an earlier `before` has started.
    config = testConfig({ ...UNLIMITED, ...changes })
    gateway = await serveGateway(config, { threads })
  })
  beforeEach(() => void entries.splice(0))
  after(async () => {
    await gateway.close()
    stopRelaying()
    noting.delete(entries)
  })
  return {
    as: (key) => createClient(gateway.origin, key),
    signedIn: (user, projectId) =>
      createClient(gateway.origin, undefined, {
        ...sessionHeaders(user, config),
        ...(projectId === undefined ? {} : { 'x-project-id': projectId }),
      }),
    entries,
    entriesOf: (kind) => entries.filter((entry) => entry.kind === kind),
    get origin() {
      return gateway.origin
    },
  }
}

/** What a browser sends with a request from a page of the gateway, in the session that `createUser` makes. */
export function sessionHeaders(
  user: Pick<UserRecord, '_id' | 'sessionVersion'>,
  config: Config = testConfig(),
  sessionId: string = user._id,
): { cookie: string; origin: string } {
  const expiresAt = new Date(Date.now() + 7 * 86_400_000)
  const [cookie = ''] = createSessions(config).cookieFor(user, { _id: sessionId, expiresAt }).split(';')
  return { cookie, origin: new URL(config.GATEWAY_URL).origin }
}
