import { expect } from 'chai'
import { segmentReferences } from '../../../models/domain/workflow-segments.js'
import { makeStep } from '../../support/graphs.js'

const ID = '01900000-0000-7000-8000-0000000000aa'
const FIELD = `segment.${ID}`
const isMember = { field: FIELD, operator: 'memberOfSegment' as const }
const tree = {
  logic: 'AND' as const,
  groups: [
    {
      filters: [{ field: 'email', operator: 'exists' as const }, isMember],
      conditions: { logic: 'OR' as const, groups: [{ filters: [isMember] }] },
    },
  ],
}

const pathsIn = (config: Record<string, unknown>, type: 'CONDITION' | 'UPDATE_CONTACT' = 'CONDITION'): string[] => {
  const step = makeStep(type, { config })
  const found = segmentReferences({ triggerConfig: {}, steps: [step] })
  expect(found.every(({ segmentId }) => segmentId === ID)).to.equal(true)
  return found.map(({ field }) => field.replace(`steps.${step.id}.`, ''))
}

describe('segmentReferences', () => {
  it('names the field of a single comparison, with the optional prefix too', () => {
    expect(pathsIn({ ...isMember })).to.deep.equal(['config.field'])
    expect(pathsIn({ ...isMember, field: `contact.${FIELD}` })).to.deep.equal(['config.field'])
    expect(pathsIn({ mode: 'multi', field: FIELD, branches: [{ id: 'a' }] })).to.deep.equal(['config.field'])
  })

  it('names every place of a tree, nested ones too', () => {
    expect(pathsIn({ condition: tree })).to.deep.equal([
      'config.condition.groups.0.filters.1.field',
      'config.condition.groups.0.conditions.groups.0.filters.0.field',
    ])
  })

  it('looks into the filter of the trigger', () => {
    const found = segmentReferences({ triggerConfig: { eventName: 'a', filter: tree }, steps: [] })
    expect(found[0]).to.deep.equal({ field: 'triggerConfig.filter.groups.0.filters.1.field', segmentId: ID })
  })

  it('finds none in other fields, and none in what a step merely writes', () => {
    expect(pathsIn({ field: 'data.segment', operator: 'equals', value: FIELD })).to.deep.equal([])
    expect(pathsIn({ updates: { field: FIELD } }, 'UPDATE_CONTACT')).to.deep.equal([])
    expect(pathsIn({})).to.deep.equal([])
  })
})
