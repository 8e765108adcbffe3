import { readdirSync, readFileSync } from 'node:fs'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { expect } from 'chai'
import { traceSinks } from '../../workers/trace-work.js'
import * as workflows from '../../workflows/index.js'
import { compiledWorkflows } from '../support/compiled-program.js'

const HISTORIES = new URL('../histories/', import.meta.url)

interface Recorded {
  events: { workflowExecutionStartedEventAttributes?: { workflowType: { name: string } } }[]
}

// Recorded on a real server by the tests that call `keepHistory` (RECORD_HISTORIES=1).
describe('replaying recorded histories', () => {
  const names = readdirSync(HISTORIES)
  /** The error of each replayed history, by the name of its file; null for one that replays. */
  const outcomes = new Map<string, Error | null>()

  const read = (name: string) => JSON.parse(readFileSync(new URL(name, HISTORIES), 'utf8')) as Recorded

  before(async () => {
    Runtime.install({ logger: new DefaultLogger('ERROR') })
    const workflowBundle = await compiledWorkflows()
    const histories = names.map((workflowId) => ({ workflowId, history: read(workflowId) }))
    const replayed = Worker.runReplayHistories({ workflowBundle, sinks: traceSinks }, histories)
    for await (const { workflowId, error } of replayed) outcomes.set(workflowId, error ?? null)
  })

  it('covers every type of workflow', () => {
    const recorded = names.map((name) => {
      return read(name).events[0]?.workflowExecutionStartedEventAttributes?.workflowType.name
    })
    expect(recorded).to.include.members(Object.keys(workflows))
  })

  for (const name of names) {
    it(`finds that today's code does what ${name} recorded`, () => expect(outcomes.get(name)).to.equal(null))
  }
})
