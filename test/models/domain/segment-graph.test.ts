import { expect } from 'chai'
import type { ConditionTree, Filter } from '../../../models/domain/conditions/tree.js'
import { dependentsOf, reachableFrom, withInlined, type SegmentNode } from '../../../models/domain/segment-graph.js'

const id = (letter: string): string => `01890000-0000-7000-8000-00000000000${letter}`
const refer = (...letters: string[]): ConditionTree => ({
  logic: 'AND',
  groups: [
    { filters: letters.map((letter): Filter => ({ field: `segment.${id(letter)}`, operator: 'memberOfSegment' })) },
  ],
})
const plain: ConditionTree = { logic: 'AND', groups: [{ filters: [{ field: 'data.a', operator: 'exists' }] }] }
const live = (condition: ConditionTree): SegmentNode => ({ condition, hasStoredMembers: false })
const tracked = (condition: ConditionTree): SegmentNode => ({ condition, hasStoredMembers: true })
const graphOf = (nodes: Record<string, SegmentNode>) =>
  new Map(Object.entries(nodes).map(([letter, node]) => [id(letter), node]))

describe('the segments of a project as they refer to each other', () => {
  const graph = graphOf({
    a: live(plain),
    b: live(refer('a')),
    c: tracked(refer('b')),
    d: tracked(refer('c')),
    e: { condition: null, hasStoredMembers: true },
    f: tracked(refer('e', 'f')),
  })

  it('are reached through every reference, each once, circles too', () => {
    expect([...reachableFrom(graph, refer('d'))]).to.have.members(['d', 'c', 'b', 'a'].map(id))
    expect([...reachableFrom(graph, refer('f'))]).to.have.members(['f', 'e'].map(id))
    expect([...reachableFrom(graph, refer('9'))]).to.deep.equal([id('9')])
    expect([...reachableFrom(graph, plain)]).to.deep.equal([])
  })

  it('stand in a condition where their members are not stored', () => {
    expect(withInlined(graph, refer('b'))).to.have.deep.members([refer('b'), refer('a'), plain])
    expect(withInlined(graph, refer('c'))).to.deep.equal([refer('c')])
    expect(withInlined(graph, plain)).to.deep.equal([plain])
  })

  it('matter to the dynamic segments that refer to them, directly or through conditions that stand in theirs', () => {
    expect(dependentsOf(graph, id('a'))).to.deep.equal(['b', 'c'].map(id))
    expect(dependentsOf(graph, id('b'))).to.deep.equal([id('c')])
    expect(dependentsOf(graph, id('c'))).to.deep.equal([id('d')])
    expect(dependentsOf(graph, id('e'))).to.deep.equal([id('f')])
    expect(dependentsOf(graph, id('d'))).to.deep.equal([])
    expect(dependentsOf(graph, id('f'))).to.deep.equal([])
  })
})
