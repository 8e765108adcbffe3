import { expect } from 'chai'
import { formatTraceParent, parseTraceParent } from '../../../runtime/tracing/trace-parent.js'

const [TRACE, SPAN] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']

describe('a traceparent', () => {
  it('names a span, and is written as it was read', () => {
    const text = `00-${TRACE}-${SPAN}-01`
    const span = parseTraceParent(text)
    expect(span).to.include({ traceId: TRACE, spanId: SPAN, traceFlags: 1 })
    expect(span && formatTraceParent(span)).to.equal(text)
  })

  it('may be of a later version, of whose further fields and flags none is taken over', () => {
    const span = parseTraceParent(`01-${TRACE}-${SPAN}-fe-more`)
    expect(span && formatTraceParent(span)).to.equal(`00-${TRACE}-${SPAN}-00`)
  })

  for (const text of [
    '',
    'nonsense',
    undefined,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01,00-${TRACE}-${SPAN}-01`,
  ]) {
    it(`is none: ${text}`, () => expect(parseTraceParent(text)).to.equal(undefined))
  }
})
