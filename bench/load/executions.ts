import type { CreatedProject } from '../../commands/tenancy/projects/create-project.js'
import type { BenchStack } from '../bench-stack.js'
import { makeReference } from '../reference-workflow.js'
import { Requests } from './requests.js'

/** The length of the delay of a reference execution, which is not part of the cost of an execution. */
export const DELAY_MS = 3_000
const DELAY = { amount: DELAY_MS / 60_000, unit: 'minutes' }

/** A project with the reference workflow, whose executions start at tracked events. */
export interface References {
  project: CreatedProject
  workflowId: string
  /** Tracks the event of one contact, and resolves to the ms until its answer. */
  track: (email: string) => Promise<number>
  /** Creates a contact, and resolves to its id. */
  createContact: (email: string) => Promise<string>
  /** Starts the workflow for a contact by a request, and resolves to the ms until its answer. */
  request: (contactId: string) => Promise<number>
  close: () => void
}

/** Makes the reference workflow (send, delay of 3 s, condition, send, exit) in a project of its own. */
export async function prepareReferences(
  bench: BenchStack,
  name: string,
  concurrency: number,
  delay: Record<string, unknown> = DELAY,
  begin: 'send first' | 'delay first' = 'send first',
): Promise<References> {
  const { project, workflowId } = await makeReference(bench, name, delay, begin)
  const requests = new Requests(bench.stack.info.gateway, concurrency)
  const starts = `/workflows/${workflowId}/executions`
  return {
    project,
    workflowId,
    track: async (email) => (await requests.post('/v1/track', project.publicKey, { email, event: 'signed up' })).ms,
    async createContact(email) {
      const { body } = await requests.post('/contacts', project.secretKey, { email, subscribed: true })
      return (JSON.parse(body) as { id: string }).id
    },
    request: async (contactId) => (await requests.post(starts, project.secretKey, { contactId })).ms,
    close: () => requests.close(),
  }
}
