import { readdirSync, readFileSync } from 'node:fs'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { expect } from 'chai'
import { compiledWorkflows } from '../support/compiled-program.js'

const HISTORIES = new URL('../histories/', import.meta.url)

// Recorded on a real server by the end-to-end tests (RECORD_HISTORIES=1).
describe('replaying recorded histories', () => {
  const names = readdirSync(HISTORIES)
  let workflowBundle: { codePath: string }

  before(async () => {
    Runtime.install({ logger: new DefaultLogger('ERROR') })
    workflowBundle = await compiledWorkflows()
  })

  it('covers every kind of durable execution', () => {
    for (const kind of ['delivery', 'deliveries', 'execution-reference', 'campaign', 'campaign-part']) {
      expect(names).to.include(`${kind}.json`)
    }
  })

  for (const name of names) {
    it(`finds that today's code does what ${name} recorded`, async () => {
      const history: unknown = JSON.parse(readFileSync(new URL(name, HISTORIES), 'utf8'))
      await Worker.runReplayHistory({ workflowBundle }, history)
    })
  }
})
