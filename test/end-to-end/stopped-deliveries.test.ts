import { Client, Connection } from '@temporalio/client'
import { expect } from 'chai'
import { loadSecrets } from '../../embedded/secrets.js'
import { Email } from '../support/models.js'
import { createTemporal, type Temporal } from '../../outbox/temporal.js'
import { newId } from '../../runtime/ids.js'
import { PRIORITY, temporalIds } from '../../workflows/contracts.js'
import { createEmail } from '../support/factories.js'
import { eventually, eventuallyEquals, useStack } from '../support/stack.js'
import { useWorkerProcesses } from '../support/worker-process.js'
import { storeEntries, waitingOf } from '../support/outbox.js'

// More than the provider takes, so that no batch is through.
const EMAILS = 5
// As many as a project may have under way at a time, and three that wait for them.
const UNDER_WAY = 6
const BATCHES = UNDER_WAY + 3
const TAKEN = 2

describe('deliveries that an operator stops in Temporal', () => {
  const posthorn = useStack()
  const startWorker = useWorkerProcesses()
  let connection: Connection
  let client: Client
  let temporal: Temporal

  before(async () => {
    const address = posthorn.stack.info.temporal
    connection = await Connection.connect({ address })
    client = new Client({ connection })
    temporal = createTemporal({ address, namespace: 'default' })
  })
  after(() => Promise.all([connection.close(), temporal.close()]))

  async function startBatch(): Promise<string> {
    const projectId = posthorn.project.id
    const id = temporalIds.emails(newId())
    const fields = { projectId, temporalWorkflowId: id }
    const emails = await Promise.all(Array.from({ length: EMAILS }, () => createEmail(fields)))
    await temporal.start({
      type: 'deliverEmails',
      id,
      queue: 'transactional',
      input: { groups: [{ projectId, emailIds: emails.map(({ _id }) => _id) }] },
      summary: `${EMAILS} emails`,
      kind: 'delivery',
      priority: PRIORITY.transactional,
      projectId,
    })
    return id
  }

  it('cancel their emails in the API, unless the provider has them', async () => {
    const { api, project, stack } = posthorn
    await posthorn.behave({ holdAfter: TAKEN })
    await stack.suspend('worker')
    const worker = await startWorker({
      MONGODB_URI: stack.info.mongodb,
      TEMPORAL_ADDRESS: stack.info.temporal,
      ENCRYPTION_KEY: loadSecrets(posthorn.dataDir).encryptionKey,
      EMAIL_PROVIDER: 'ses',
      SES_ENDPOINT: stack.info.inbox,
      // The emails that the provider holds stay under way.
      PROVIDER_TIMEOUT_SECONDS: '3600',
    })
    const batches = await Promise.all(Array.from({ length: BATCHES }, startBatch))
    const unclaimed = { projectId: project.id, status: 'PENDING' as const }
    const inHand = () => Email.countDocuments({ projectId: project.id, status: 'SENDING' })
    // On a slow machine some are deferred, so that others come under way.
    await eventually(inHand, (count) => count >= UNDER_WAY * EMAILS - TAKEN)
    const { _id: aloneId } = await createEmail({ projectId: project.id })
    await storeEntries('email', project.id, aloneId)
    const alone = () => Email.countDocuments({ _id: aloneId, status: 'SENDING' })
    await eventually(alone, (count) => count === 1)
    // The dying worker has completed the outbox entries of its starts: the remaining ones are started again.
    await eventuallyEquals(async () => (await waitingOf('email', project.id)).length, 0)
    expect(await Email.countDocuments(unclaimed)).to.be.above(0)

    await Promise.all([
      ...batches.map((id, n) => {
        const handle = client.workflow.getHandle(id)
        return n % 2 === 0 ? handle.terminate() : handle.cancel()
      }),
      client.workflow.getHandle(temporalIds.email(aloneId)).terminate(),
    ])
    // The worker dies before it has an answer, so that another one resolves what it had under way.
    worker.child.kill('SIGKILL')
    await worker.exited
    await stack.resume('worker')

    const shown = async () => {
      const { data } = (await api.get('/emails?limit=100')).body as { data: { id: string; status: string }[] }
      return data.map(({ status }) => status)
    }
    const ended = await eventually(shown, (all) => !all.some((status) => ['PENDING', 'SENDING'].includes(status)))
    expect(ended.filter((status) => status === 'SKIPPED')).to.have.length(ended.length - TAKEN)
    expect(await Email.distinct('error', { projectId: project.id, status: 'SKIPPED' })).to.deep.equal(['cancelled'])
    // Nothing leaves once the provider takes everything again.
    await posthorn.behave({ holdAfter: null })
    expect(await posthorn.inbox({ subject: 'Hello' })).to.have.length(TAKEN)
  })
})
