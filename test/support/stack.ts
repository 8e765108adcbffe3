import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStack, type Stack } from '../../embedded/stack.js'
import { createProject, type CreatedProject } from '../../commands/projects/create-project.js'
import { loadSecrets } from '../../embedded/secrets.js'
import { connectTo } from './database.js'
import { createClient, type HttpClient } from './http-client.js'

/** A message as the inbox lists it. */
export interface InboxMessage {
  id: string
  to: string[]
  subject: string
}

/** The whole stack, in processes of its own, with a fresh project for each test. */
export interface TestStack {
  readonly stack: Stack
  readonly project: CreatedProject
  /** The API with the project's secret key. */
  readonly api: HttpClient
  /** Reports an event with the project's public key; answers with the status. */
  track(email: string, event: string, data?: object): Promise<number>
  /** The inbox's messages, by recipient or subject. */
  inbox(query: { to?: string; subject?: string }): Promise<InboxMessage[]>
}

let shared: Promise<{ stack: Stack; dataDir: string }> | undefined

/** Starts the stack when the first test asks for it; it serves the whole run. */
export function useStack(): TestStack {
  let stack: Stack
  let project: CreatedProject
  let encryptionKey: string
  before(async function () {
    this.timeout(180_000)
    shared ??= start()
    const started = await shared
    stack = started.stack
    encryptionKey = loadSecrets(started.dataDir).encryptionKey
    await connectTo(stack.info.mongodb)
  })
  beforeEach(async () => {
    project = await createProject({ name: 'End to end', encryptionKey })
  })
  return {
    get stack() {
      return stack
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
  }
}

/** Stops the stack if a test started it. */
export async function stopStack(): Promise<void> {
  if (!shared) return
  const { stack, dataDir } = await shared
  await stack.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function start(): Promise<{ stack: Stack; dataDir: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-stack-'))
  const ports = { gateway: 0, inbox: 0, smtp: 0, mongodb: 0, temporal: 0, temporalUi: 0 }
  const env = { MONGODB_URI: '', TEMPORAL_ADDRESS: '', NODE_ENV: 'test' }
  return { stack: await startStack({ dataDir, ports, env }), dataDir }
}
