import { expect } from 'chai'
import type { AnyEndpoint } from '../../gateway/http/endpoint.js'
import { call, MARK, parametersOf, UNKNOWN_ID, urlOf } from '../support/endpoint-calls.js'
import type { Furnished } from '../support/example-records.js'
import type { TestGateway } from '../support/gateway.js'

/** An endpoint, and one of the parameters of its path that name a record. */
export interface NamedRecord {
  endpoint: AnyEndpoint
  index: number
  kind: string
}

/** Each parameter of these endpoints that names a record. */
export function namedRecords(endpoints: AnyEndpoint[]): NamedRecord[] {
  return endpoints.flatMap((endpoint) => parametersOf(endpoint).map(({ kind }, index) => ({ endpoint, index, kind })))
}

/** The record of another project is answered 404 with the same words as a record that does not exist. */
export async function expectNotFound(
  gateway: TestGateway,
  { endpoint, index, kind }: NamedRecord,
  { ours, theirs, headers }: { ours: Furnished; theirs: Furnished; headers: Record<string, string> },
): Promise<void> {
  const answers: object[] = []
  for (const unknown of [undefined, UNKNOWN_ID]) {
    const ids: string[] = []
    const url = urlOf(endpoint, ours.names, (name, at) => {
      ids.push(at < index ? ours.names[name] : ((at === index ? unknown : undefined) ?? theirs.names[name]))
      return ids[at] ?? ''
    })
    const res = await call(gateway, endpoint, ours.names, headers, { url })
    expect(res.status, JSON.stringify(res.body)).to.equal(404)
    expect(res.details).to.deep.equal({ resource: kind, id: ids[index] })
    expect(JSON.stringify(res.body)).not.to.contain(MARK)
    answers.push({ code: res.code, message: res.body.error.message })
  }
  expect(answers[0]).to.deep.equal(answers[1])
}
