import { Client, Connection } from '@temporalio/client'
import { expect } from 'chai'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replayCommand } from '../../cli/replay.js'
import { stackSettings } from '../../embedded/environment.js'
import { loadSecrets } from '../../embedded/secrets.js'
import { Execution } from '../../models/execution.js'
import { newId } from '../../runtime/ids.js'
import { compiledWorkflows } from '../support/compiled-program.js'
import { NOWHERE } from '../support/gateway-process.js'
import { commandHere, refusalOf } from '../support/posthorn-here.js'
import { fetchHistory } from '../support/record-histories.js'
import { runPosthorn, type ProgramRun } from '../support/run-program.js'
import { eventually, eventuallyEquals, useStack } from '../support/stack.js'
import { makeWorkflow } from '../support/workflows.js'

interface Report {
  replayed: number
  failed: number
  types: { type: string; found: number; replayed: number; empty: number; failures: { workflowId: string }[] }[]
}

describe('posthorn replay', () => {
  const posthorn = useStack()
  let temporal: Client
  before(async () => {
    temporal = new Client({ connection: await Connection.connect({ address: posthorn.stack.info.temporal }) })
  })
  after(() => temporal.connection.close())
  const replay = async (args: string[], settings: NodeJS.ProcessEnv = {}, isProgram = false): Promise<ProgramRun> => {
    const { stack, dataDir } = posthorn
    const own = stackSettings({ addresses: stack.info, dataDir, ...loadSecrets(dataDir) })
    const { mongodb: MONGODB_URI, temporal: TEMPORAL_ADDRESS } = stack.info
    const { codePath: WORKFLOW_BUNDLE } = await compiledWorkflows()
    const all = { ...own, MONGODB_URI, TEMPORAL_ADDRESS, WORKFLOW_BUNDLE, ...settings }
    const command = ['replay', ...args]
    return isProgram ? runPosthorn(command, all) : commandHere(replayCommand, command, all)
  }
  const reportOf = ({ printed }: ProgramRun): Report => JSON.parse(printed) as Report

  /** An execution that waits for an event which never comes. */
  async function untilWaiting(): Promise<string> {
    const workflowId = await makeWorkflow(posthorn.api, {
      name: 'Waits',
      eventName: 'begin',
      steps: [{ name: 'Wait', type: 'WAIT_FOR_EVENT', config: { eventName: 'never', timeout: 3_600 } }],
    })
    await posthorn.track('wanda@example.com', 'begin')
    const waiting = await eventually(
      () => Execution.findOne({ projectId: posthorn.project.id, workflowId, status: 'WAITING' }).lean(),
      (found) => found !== null,
    )
    const id = waiting?.temporalWorkflowId ?? ''
    await eventually(
      async () => (await fetchHistory(posthorn, id)).events.map(({ eventType }) => eventType),
      (seen) => seen.includes('EVENT_TYPE_TIMER_STARTED'),
    )
    return id
  }

  /** Temporal's list lags behind what runs. */
  const untilListed = (query: string, count: number) =>
    eventuallyEquals(
      async () => (await temporal.workflow.count(`ExecutionStatus = 'Running' AND (${query})`)).count,
      count,
    )

  it('finds that this version continues what runs, by type, and says nothing of people', async () => {
    const id = await untilWaiting()
    await untilListed(`WorkflowId = '${id}'`, 1)

    const { status, said } = await replay([], {}, true)
    expect(said)
      .to.match(/^walkExecution +\d+ +\d+ +0$/m)
      .and.match(/^All \d+ workflows replay. Workers of this version/m)
    expect(said).to.not.include('wanda@')
    expect(status).to.equal(0)
  })

  it('names each execution that changed workflow code would not continue, with status 1', async () => {
    const id = await untilWaiting()
    const { codePath } = await compiledWorkflows()
    const code = await readFile(codePath, 'utf8')
    const changed = join(posthorn.dataDir, 'changed-bundle.js')
    await writeFile(changed, code.replaceAll(/\bopenWait\b/g, 'openOtherWait'))

    const query = `WorkflowId = '${id}'`
    await untilListed(query, 1)
    const { status, printed } = await replay(['--query', query], { WORKFLOW_BUNDLE: changed })
    expect(printed).to.match(new RegExp(`^walkExecution ${id}, run [-0-9a-f]{36}: .*openOtherWait`, 'm'))
    expect(printed).to.include('1 of 1 workflows failed to replay. Do not start a worker of this version.')
    expect(status).to.equal(1)
  })

  it('lists page by page up to the limit, and passes over executions that no worker has begun', async () => {
    const { workflow } = temporal
    const begun = await untilWaiting()
    const ids = Array.from({ length: 120 }, () => `unbegun:${newId()}`)
    try {
      for (const workflowId of ids) {
        await workflow.start('walkExecution', { workflowId, taskQueue: 'nobody-asks', args: [{}] })
      }
      const query = `WorkflowId STARTS_WITH 'unbegun:' OR WorkflowId = '${begun}'`
      await untilListed(query, ids.length + 1)
      expect(reportOf(await replay(['--query', query, '--json'])).types).to.deep.include({
        type: 'walkExecution',
        found: ids.length + 1,
        replayed: 1,
        failed: 0,
        empty: ids.length,
        failures: [],
      })
      const few = reportOf(await replay(['--type', 'walkExecution', '--limit', '7', '--json']))
      expect((few.types[0]?.replayed ?? 0) + (few.types[0]?.empty ?? 0)).to.equal(7)
    } finally {
      for (const id of ids) await workflow.getHandle(id).terminate()
    }
  })

  it('says with status 0 that there is nothing to replay', async () => {
    const { status, printed } = await replay(['--query', "WorkflowId = 'nobody'"])
    expect(printed).to.equal('Nothing to replay: no workflows are running in the namespace default.\n')
    expect(status).to.equal(0)
  })

  it('says with status 2 that it could not find out', async () => {
    const away = await replay([], { TEMPORAL_ADDRESS: NOWHERE })
    expect(away.said).to.include('Temporal is not reachable').and.include('Nothing was checked')
    const wrong = await replay(['--query', 'Colour ='])
    expect(wrong.said).to.include('Temporal rejected the query')
    expect([away, wrong].map(({ status }) => status)).to.deep.equal([2, 2])
    expect(await refusalOf(replayCommand, '--limit', 'all')).to.match(/^--limit must be .* not all/)
  })
})
