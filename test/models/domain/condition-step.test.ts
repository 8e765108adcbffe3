import { expect } from 'chai'
import { conditionBranches, conditionLacks, decisionOf } from '../../../models/domain/condition-step.js'
import type { ConditionTree, Filter } from '../../../models/domain/conditions/tree.js'
import { refuseTransition } from '../../../models/domain/workflow-graph.js'
import { only } from '../../support/conditions.js'
import { makeStep, makeTransition } from '../../support/graphs.js'

const PRO: Filter = { field: 'data.plan', operator: 'equals', value: 'pro' }
const MULTI = {
  mode: 'multi',
  field: 'data.seenAt',
  branches: [
    { id: 'active', name: 'Active', operator: 'within', value: 7, unit: 'days' },
    { id: 'known', name: 'Seen once', operator: 'exists' },
  ],
}

describe('decisionOf', () => {
  it('reads one comparison, and a whole condition, as yes or no', () => {
    const condition: ConditionTree = { logic: 'OR', groups: [{ filters: [PRO] }, { filters: [PRO, PRO] }] }
    for (const [config, judged] of [
      [{ ...PRO }, only(PRO)],
      [{ condition }, condition],
    ] as const) {
      expect(decisionOf(config)).to.deep.equal({
        cases: [{ branch: 'yes', output: { result: true }, condition: judged }],
        otherwise: { branch: 'no', output: { result: false } },
      })
    }
  })

  it('reads several comparisons of one field as a case each, in order, and default when none holds', () => {
    const { field } = MULTI
    expect(decisionOf(MULTI)).to.deep.equal({
      cases: [
        {
          branch: 'active',
          output: { branch: 'active', branchName: 'Active' },
          condition: only({ field, operator: 'within', value: 7, unit: 'days' }),
        },
        {
          branch: 'known',
          output: { branch: 'known', branchName: 'Seen once' },
          condition: only({ field, operator: 'exists' }),
        },
      ],
      otherwise: { branch: 'default', output: { branch: 'default', branchName: 'default' } },
    })
  })
})

describe('the branches of a CONDITION', () => {
  it('are yes and no, or those of its author and default, finished or not', () => {
    expect(conditionBranches({})).to.deep.equal(['yes', 'no'])
    expect(conditionBranches({ ...PRO })).to.deep.equal(['yes', 'no'])
    expect(conditionBranches({ condition: only(PRO) })).to.deep.equal(['yes', 'no'])
    expect(conditionBranches(MULTI)).to.deep.equal(['active', 'known', 'default'])
    expect(conditionBranches({ mode: 'multi', branches: [{ id: 'a' }] })).to.deep.equal(['a', 'default'])
    expect(conditionBranches({ mode: 'multi' })).to.deep.equal(['default'])
  })

  it('are those that a transition can name, each once', () => {
    const [multi, exit] = [makeStep('CONDITION', { config: MULTI }), makeStep('EXIT')]
    const graph = { steps: [multi, exit], transitions: [makeTransition(multi, exit, 'active')] }
    const refusedOn = (branch: string | null) => refuseTransition(graph, multi, exit, branch)
    expect(refusedOn('known')).to.equal(null)
    expect(refusedOn('default')).to.equal(null)
    expect(refusedOn('active')).to.include({ field: 'branch' })
    expect(refusedOn('yes')?.message).to.contain('active and known and default')
    expect(refusedOn(null)?.message).to.contain('active or known or default')
  })
})

describe('what a CONDITION lacks', () => {
  const table: [config: Record<string, unknown>, lacking: string[]][] = [
    [{}, ['field', 'operator', 'value']],
    [{ ...PRO }, []],
    [{ condition: only(PRO) }, []],
    [MULTI, []],
    [{ mode: 'multi' }, ['field', 'branches']],
    [{ ...MULTI, field: undefined }, ['field']],
    [
      { ...MULTI, branches: [{ id: 'a' }, { id: 'b', name: 'B', operator: 'triggeredWithin', value: 1 }] },
      ['branches.0.name', 'branches.0.operator', 'branches.0.value', 'branches.1.unit'],
    ],
    [{ ...MULTI, branches: [{ id: 'a', name: 'A', operator: 'triggered' }] }, []],
    [{ ...MULTI, branches: [{ id: 'a', name: 'A', operator: 'equals', value: false }] }, []],
  ]
  for (const [config, lacking] of table) {
    it(`is ${lacking.join(' and ') || 'nothing'} for ${JSON.stringify(config)}`, () => {
      expect(conditionLacks(config).map(([field]) => field)).to.deep.equal(lacking)
    })
  }
})
