import { expect } from 'chai'
import { openWait } from '../../../../commands/automation/executions/wait-for-event.js'
import { registerFields } from '../../../../commands/base/records/known-fields.js'
import {
  MAX_CONDITION_DEPTH,
  MAX_FILTERS,
  MAX_LIST_VALUES,
  type ConditionTree,
  type Filter,
} from '../../../../models/domain/conditions/tree.js'
import { Execution, Wait } from '../../../support/models.js'
import { newId } from '../../../../runtime/ids.js'
import { only } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject, createSegment, createWorkflow } from '../../../support/factories.js'
import { makeStep } from '../../../support/graphs.js'
import { beginExecution, currentRef, stepFinds, storeEvent } from '../../../support/walks.js'
import { dispatchEvents } from '../../../support/outbox.js'

const SEGMENTS = 19
const DATE = '2026-03-01T10:00:00Z'
const YES: Filter = { field: 'data.a', operator: 'exists' }
const NO: Filter = { field: 'data.none', operator: 'exists' }
const NESTED = JSON.parse(`${'{"a":'.repeat(6)}"${DATE}"${'}'.repeat(6)}`) as Record<string, unknown>

const onPath = (root: string): Filter => ({
  field: `${root}.a.a.a.a.a.a`,
  operator: 'in',
  value: Array.from({ length: MAX_LIST_VALUES }, (_, index) => (index === 0 ? '2026-03-01' : `one of many ${index}`)),
})

const widest = (filter: Filter): ConditionTree => ({
  logic: 'AND',
  groups: [{ filters: Array.from({ length: MAX_FILTERS }, () => filter) }],
})

function deepest(filter: Filter, levels = MAX_CONDITION_DEPTH): ConditionTree {
  const inner = levels > 1 ? { filters: [YES], conditions: deepest(filter, levels - 1) } : { filters: [YES, filter] }
  return { logic: 'OR', groups: [{ filters: [NO] }, inner] }
}

describe('the largest conditions of a workflow', () => {
  useDatabase()

  async function setUp() {
    const { id: projectId } = await createProject()
    await registerFields(projectId, NESTED)
    const contact = await createContact({ projectId, data: NESTED })
    return { projectId, contactId: contact._id }
  }

  /** Segments each of which contains all contacts outside of the next: the first of a chain of the maximum length. */
  async function storeChain(projectId: string): Promise<Filter> {
    let last: Filter = onPath('data')
    for (let count = 0; count < SEGMENTS; count += 1) {
      const _id = newId()
      await createSegment({ projectId, _id, condition: deepest(last, 1) })
      last = { field: `segment.${_id}`, operator: 'notMemberOfSegment' }
    }
    return last
  }

  it('can be evaluated in a step, on the contact and on the context', async () => {
    const who = await setUp()
    const chain = await storeChain(who.projectId)
    const conditions = [widest(onPath('event')), deepest(onPath('event')), deepest(onPath('data')), only(chain)]
    const found: boolean[] = []
    for (const condition of conditions) found.push(await stepFinds(who, condition, NESTED))
    expect(found).to.deep.equal([true, true, true, false])
  })

  it('can be evaluated on an event, for a trigger and for a wait', async () => {
    const { projectId, contactId } = await setUp()
    const chain = await storeChain(projectId)
    const inside: Filter = { ...chain, operator: 'memberOfSegment' }
    const onEvent = onPath('event.data')
    const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]
    for (const filter of [widest(onEvent), deepest(onEvent), only(inside), only(chain)]) {
      await createWorkflow({ projectId, steps, triggerConfig: { eventName: 'paid', filter } })
    }
    const config = { eventName: 'paid', filter: widest(onEvent) }
    const waiting = await createWorkflow({ projectId, steps: [makeStep('WAIT_FOR_EVENT', { config })] })
    const execution = await beginExecution(waiting, contactId)
    await openWait(currentRef(execution))

    await dispatchEvents([(await storeEvent({ projectId, contactId, name: 'paid', data: NESTED }))._id])

    expect(await Wait.findOne({ executionId: execution._id }).lean()).to.include({ state: 'matched' })
    expect(await Execution.countDocuments({ projectId, sourceEventId: { $ne: null } })).to.equal(3)
  })
})
