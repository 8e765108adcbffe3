import { startFakeSes, type FakeSes } from '../activities/providers/fake-ses.js'
import { migrate } from '../../models/migrations/migrate.js'
import { ENCRYPTION_KEY } from './config.js'
import { createProject } from './factories.js'
import { useGatewayProcesses } from './gateway-process.js'
import { createClient, type HttpClient } from './http-client.js'
import { useOwnDatabase } from './own-database.js'
import { temporalServer } from './servers.js'
import { useWorkerProcesses, type LogLine } from './worker-process.js'

/** A project with its API by the secret key and by the public one. */
export interface OwnProject {
  projectId: string
  api: HttpClient
  publicApi: HttpClient
}

/**
 * A gateway and a worker in processes of their own, on a database of their own, and a provider that keeps what it gets.
 */
export interface OwnSystem {
  ses: FakeSes
  /** Creates a project. */
  readonly newProject: () => Promise<OwnProject>
  /** What gateway and worker have logged so far. */
  readonly lines: () => LogLine[]
  /** Ends both in order, so that they hand on what they hold. */
  readonly stop: () => Promise<void>
}

/** Starts such a system with settings beside its own for the tests of a `describe`; none outlives them. */
export function useOwnSystem(): (settings?: Record<string, string>) => Promise<OwnSystem> {
  const uri = useOwnDatabase('after all')
  const startGateway = useGatewayProcesses('after all')
  const startWorker = useWorkerProcesses('after all')
  const fakes: FakeSes[] = []
  after(async () => {
    await Promise.all(fakes.splice(0).map((fake) => fake.close()))
  })
  return async (settings = {}) => {
    await migrate()
    const ses = await startFakeSes()
    fakes.push(ses)
    const shared = {
      MONGODB_URI: uri(),
      TEMPORAL_ADDRESS: (await temporalServer()).info.temporal,
      ENCRYPTION_KEY,
      ...settings,
    }
    const [gateway, worker] = await Promise.all([
      startGateway(shared),
      startWorker({ ...shared, EMAIL_PROVIDER: 'ses', SES_ENDPOINT: ses.endpoint }),
    ])
    const client = createClient(`http://127.0.0.1:${gateway.port}`)
    return {
      ses,
      async newProject() {
        const { id: projectId, secretKey, publicKey } = await createProject()
        return { projectId, api: client.as(secretKey), publicApi: client.as(publicKey) }
      },
      lines: () => [...gateway.lines, ...worker.lines],
      async stop() {
        gateway.child.kill('SIGTERM')
        await gateway.exited
        worker.child.kill('SIGTERM')
        await worker.exited
      },
    }
  }
}
