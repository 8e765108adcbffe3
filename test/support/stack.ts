import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createProject, type CreatedProject } from '../../commands/tenancy/projects/create-project.js'
import { NORMAL, type BehaviourKnobs } from '../../embedded/provider/behaviour.js'
import { loadSecrets, stackEncryptionKeys } from '../../embedded/secrets.js'
import { startStack, type Stack } from '../../embedded/stack.js'
import { Email } from '../../models/email.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'
import { lawSettings } from '../law/law.js'
import { disconnectMongodb } from '../../runtime/mongodb/connection.js'
import { connectTo } from './database.js'
import { makeDataDir } from './data-dir.js'
import { eventually as eventuallyWithin, eventuallyEquals as equalsWithin } from './eventually.js'
import { createClient, type HttpClient } from './http-client.js'

/** A message as the inbox lists it. */
export interface InboxMessage {
  id: string
  to: string[]
  subject: string
}

/**
 * The whole stack, in processes of its own, with a fresh project for each test. Each test finds gateway and worker
 * ready and the local provider at its normal behaviour.
 */
export interface TestStack {
  readonly stack: Stack
  /** The stack's data folder, with its `stack.json`. */
  readonly dataDir: string
  readonly project: CreatedProject
  /** The API with the project's secret key. */
  readonly api: HttpClient
  /** Reports an event with the project's public key; answers with the status. */
  track(email: string, event: string, data?: object): Promise<number>
  /** The inbox's messages, by recipient or subject. */
  inbox(query: { to?: string; subject?: string }): Promise<InboxMessage[]>
  /** Sets knobs of the local provider for the rest of the test: by `holdAfter` a campaign stays under way. */
  behave(knobs: Partial<BehaviourKnobs>): Promise<void>
  /** Waits until a process is ready, ends it by SIGKILL and waits for its end; it comes back. */
  kill(part: Killable): Promise<void>
  /** Waits until a process is ready: after its end, the next one in its place. */
  untilReady(part: Killable): Promise<void>
  /** Stops the stack and starts it again on its data; in between, `meanwhile` may change these. */
  restart(meanwhile?: () => void): Promise<void>
}

type Killable = 'gateway' | 'worker'

// What a process logs when it is ready.
const READY: Record<Killable, string> = { gateway: 'listening', worker: 'worker ready' }
// On a loaded machine. Every wait ends as soon as its state is there.
const PATIENCE_MS = 180_000
const TEST_MS = 600_000

/**
 * Reads until the value is as wanted and returns it, with the patience that a whole stack needs on a loaded machine.
 */
export const eventually = <T>(read: () => Promise<T>, isWanted: (value: T) => boolean): Promise<T> =>
  eventuallyWithin(read, isWanted, PATIENCE_MS)

/** Reads until the value is the expected one, with the same patience. */
export const eventuallyEquals = <T>(read: () => T | Promise<T>, expected: T): Promise<void> =>
  equalsWithin(read, expected, PATIENCE_MS)

interface Shared {
  stack: Stack
  dataDir: string
}

let shared: Promise<Shared> | undefined

/**
 * Starts the stack when the first test asks for it; it serves all files that use it, one after the other. Tests with
 * workers of their own have it `withoutWorker`.
 */
export function useStack({ withoutWorker = false } = {}): TestStack {
  let stack: Stack
  let dataDir: string
  let project: CreatedProject
  let encryptionKeys: EncryptionKeys
  const isReady = async (part: Killable): Promise<boolean> => {
    const { [part]: pid } = stack.info.processes
    const lines = readFileSync(join(dataDir, 'logs', `${part}.log`), 'utf8').split('\n')
    return lines.some((line) => line.includes(`"pid":${pid},`) && line.includes(`"msg":"${READY[part]}"`))
  }
  const untilReady = async (part: Killable): Promise<void> => void (await eventually(() => isReady(part), Boolean))
  const behave = async (knobs: Partial<BehaviourKnobs>): Promise<void> => {
    const { status, body } = await createClient(stack.info.inbox).put('/behaviour', knobs)
    if (status !== 200) throw new Error(`The provider refuses ${JSON.stringify(knobs)}: ${JSON.stringify(body)}`)
  }
  before(async function () {
    this.timeout(TEST_MS)
    shared ??= start(makeDataDir('posthorn-stack-'))
    ;({ stack, dataDir } = await shared)
    encryptionKeys = stackEncryptionKeys({}, loadSecrets(dataDir))
    await connectTo(stack.info.mongodb)
    if (withoutWorker) await stack.suspend('worker')
  })
  beforeEach(async function () {
    this.timeout(TEST_MS)
    this.currentTest?.timeout(TEST_MS)
    await Promise.all([untilReady('gateway'), withoutWorker || untilReady('worker')])
    project = await createProject({ name: 'End to end', encryptionKeys })
  })
  afterEach(async function () {
    this.timeout(TEST_MS)
    await behave(NORMAL)
    // An email that this test leaves on its way would count as one of the next test's.
    const unfinished = { projectId: project.id, status: { $in: ['PENDING', 'SENDING'] as const } }
    await eventuallyEquals(() => Email.countDocuments(unfinished), 0)
  })
  after(async function () {
    this.timeout(TEST_MS)
    if (withoutWorker) await stack.resume('worker')
  })
  return {
    get stack() {
      return stack
    },
    get dataDir() {
      return dataDir
    },
    get project() {
      return project
    },
    get api() {
      return createClient(stack.info.gateway, project.secretKey)
    },
    async track(email, event, data = {}) {
      const client = createClient(stack.info.gateway, project.publicKey)
      return (await client.post('/v1/track', { email, event, data })).status
    },
    async inbox(query) {
      const search = new URLSearchParams({ limit: '10000', ...query })
      const { body } = await createClient(stack.info.inbox).get(`/messages?${search.toString()}`)
      return body.messages
    },
    behave,
    async kill(part) {
      await untilReady(part)
      await stack.kill(part)
    },
    untilReady,
    async restart(meanwhile = () => undefined) {
      await stack.stop()
      meanwhile()
      shared = start(dataDir)
      ;({ stack } = await shared)
      await connectTo(stack.info.mongodb)
    },
  }
}

/** Stops the stack if a test started it. */
export async function stopStack(): Promise<void> {
  if (!shared) return
  const { stack, dataDir } = await shared
  shared = undefined
  await disconnectMongodb()
  await stack.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function start(dataDir: string): Promise<Shared> {
  const ports = { gateway: 0, inbox: 0, smtp: 0, mongodb: 0, temporal: 0, temporalUi: 0 }
  const env = {
    ...(await lawSettings()),
    MONGODB_URI: '',
    TEMPORAL_ADDRESS: '',
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    LOG_PRETTY: 'false',
    // A test may ask for a state as often as it needs.
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_PUBLIC_PER_MINUTE: '0',
    OPEN_RATE_LIMIT_PER_MINUTE: '0',
    // Mail of a test may bounce as often as it needs.
    AUTO_PROJECT_DISABLE: 'false',
    // Webhooks go to servers of the tests.
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
  }
  return { stack: await startStack({ dataDir, ports, env }), dataDir }
}
