import type { CreatedProject } from '../../commands/tenancy/projects/create-project.js'
import { createProject } from './factories.js'
import { useGateway, type TestGateway } from './gateway.js'
import { createLateClient, type HttpClient } from './http-client.js'

/** The project of the test that runs, and clients with its keys. */
export interface TestProject {
  gateway: TestGateway
  project: CreatedProject
  /** Sends the secret key. */
  client: HttpClient
  publicClient: HttpClient
}

/** Gives each test of a `describe` a fresh project. The gateway is the given one, or one of the `describe`. */
export function useProject(gateway: TestGateway = useGateway()): TestProject {
  const project = {} as CreatedProject
  beforeEach(async () => void Object.assign(project, await createProject()))
  return {
    gateway,
    project,
    client: createLateClient(() => gateway.as(project.secretKey)),
    publicClient: createLateClient(() => gateway.as(project.publicKey)),
  }
}
