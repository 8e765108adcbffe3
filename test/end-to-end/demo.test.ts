import { join } from 'node:path'
import { expect } from 'chai'
import { createClient } from '../support/http-client.js'
import { runProgram } from '../support/run-program.js'
import { eventually, useStack } from '../support/stack.js'

describe('npm run demo', () => {
  const posthorn = useStack()
  const run = (dataDir: string) =>
    runProgram('embedded/demo/demo', [], { MONGODB_URI: posthorn.stack.info.mongodb, POSTHORN_DATA_DIR: dataDir })

  it('sends its mails on the running stack, and prints where to see the results', async () => {
    const { status, said } = await run(posthorn.dataDir)
    expect(status, said).to.equal(0)
    const { gateway, inbox, temporalUi } = posthorn.stack.info
    expect(said).to.include(`Inbox          ${inbox}`)

    const found = (pattern: RegExp) => pattern.exec(said)?.[1]
    const api = createClient(gateway, found(/SECRET=(sk_\w+)/))
    const campaign = await api.get(`/campaigns/${found(/\/campaigns\/([\w-]{36})\/stats/)}/stats`)
    expect(campaign.body.data).to.include({ deliveredCount: 2, unsubscribedCount: 1 })
    const suppressions = await api.get('/suppressions')
    expect(suppressions.body.data[0]).to.include({ email: 'bounce@simulator.amazonses.com', reason: 'BOUNCE' })
    const execution = found(/workflows\/(execution%3A[\w-]+)/)
    await eventually(
      async () => (await createClient(temporalUi).get(`/api/v1/namespaces/default/workflows/${execution}`)).body,
      ({ workflowExecutionInfo }) => workflowExecutionInfo?.status === 'WORKFLOW_EXECUTION_STATUS_COMPLETED',
    )
  })

  it('explains how to start a stack when none runs', async () => {
    const { status, said } = await run(join(posthorn.dataDir, 'elsewhere'))
    expect(status).to.equal(1)
    expect(said).to.include('npm start')
  })
})
