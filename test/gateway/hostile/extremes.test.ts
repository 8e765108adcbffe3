import { expect } from 'chai'
import type { oas31 } from 'zod-openapi'
import { endpointName, type AnyEndpoint } from '../../../gateway/http/endpoint.js'
import { buildDocument, documentPath } from '../../../gateway/http/openapi/build-document.js'
import { allEndpoints } from '../../../gateway/routes/index.js'
import { MARK, named, urlOf } from '../../support/endpoint-calls.js'
import { clientFor, furnish, type Furnished } from '../../support/example-records.js'
import { useGateway } from '../../support/gateway.js'
import { expectProcessorCost } from '../../support/processor-cost.js'
import { useStripe } from '../../support/stripe-server.js'

const document = buildDocument(allEndpoints, 'http://127.0.0.1:3000')

/** A longer text in an address is refused by the HTTP parser. */
const LONGEST = 8_000
const DAYS = ['0001-01-01', '1970-01-01', '2199-12-31', '9999-12-31']
const IS_DAY = /^\d{4}-\d{2}-\d{2}/
/** The event loop serves nobody else meanwhile. */
const MOST_SECONDS = 0.2

interface Parameter {
  name: string
  example: string
  isRequired: boolean
  extremes: string[]
}

/** The smallest, the largest and the longest of the values that a schema allows. */
function extremesOf(schema: oas31.SchemaObject, example: string): string[] {
  const { anyOf, enum: words, type, minimum, maximum, minLength = 0, maxLength = LONGEST } = schema
  if (anyOf) return anyOf.flatMap((one) => extremesOf(one as oas31.SchemaObject, example))
  if (words) return [words[0], words.at(-1)].map(String)
  if (type === 'boolean') return ['true', 'false']
  if (type === 'integer' || type === 'number')
    return [minimum ?? Number.MIN_SAFE_INTEGER, maximum ?? Number.MAX_SAFE_INTEGER].map(String)
  if (IS_DAY.test(example)) return DAYS
  const longest = Math.min(maxLength, LONGEST)
  return ['a'.repeat(minLength), 'a'.repeat(longest), ' '.repeat(longest), '%'.repeat(longest / 3)]
}

function parametersOf({ method, path }: AnyEndpoint): Parameter[] {
  const { parameters = [] } = document.paths?.[documentPath(path)]?.[method] ?? {}
  return parameters.flatMap((parameter) => {
    if (!('in' in parameter) || parameter.in !== 'query') return []
    const { name, schema = {}, required: isRequired = false } = parameter
    const example = String(parameter.example ?? (schema as oas31.SchemaObject).examples?.[0] ?? '')
    return [{ name, example, isRequired, extremes: extremesOf(schema as oas31.SchemaObject, example) }]
  })
}

/** A query for each extreme of a parameter, and one with the extremes of all parameters that are days. */
function queriesOf(parameters: Parameter[]): Record<string, string>[] {
  const required = Object.fromEntries(
    parameters.filter(({ isRequired }) => isRequired).map(({ name, example }) => [name, example]),
  )
  const days = parameters.filter(({ example }) => IS_DAY.test(example))
  const [first, last] = days
  const ranges = DAYS.map((day, at) => ({ [first?.name ?? '']: day, [last?.name ?? '']: DAYS.at(-1 - at) ?? day }))
  return [
    ...parameters.flatMap(({ name, extremes }) => extremes.map((value) => ({ ...required, [name]: value }))),
    ...(days.length > 1 ? ranges.map((range) => ({ ...required, ...range })) : []),
  ]
}

describe('the extremes of a query', () => {
  const gateway = useGateway(useStripe().settings(), { isEmptied: 'before all' })
  let furnished: Furnished
  const asked = allEndpoints.filter((endpoint) => parametersOf(endpoint).length > 0)
  before(async () => void (furnished = await furnish(MARK)))

  for (const endpoint of asked) {
    it(`${endpointName(endpoint)} stops the gateway for no time that others notice`, async () => {
      const client = clientFor(gateway, endpoint, furnished)
      for (const query of queriesOf(parametersOf(endpoint))) {
        const search = named(new URLSearchParams(query).toString(), furnished.names)
        const ask = async (): Promise<void> => {
          const { status } = await client.request(
            endpoint.method.toUpperCase(),
            `${urlOf(endpoint, furnished.names)}?${search}`,
          )
          expect(status, search.slice(0, 200)).to.be.below(500)
        }
        await expectProcessorCost(ask, MOST_SECONDS)
      }
    })
  }

  it('are no days before 1970 or after 2199, which are refused by name', async () => {
    for (const endpoint of asked) {
      for (const { name, example } of parametersOf(endpoint)) {
        if (!IS_DAY.test(example)) continue
        for (const day of ['0000-01-01', '1969-12-31', '2200-01-01']) {
          const { status, body } = await clientFor(gateway, endpoint, furnished).get(`${endpoint.path}?${name}=${day}`)
          const fault = body.error?.errors?.[0] as Record<string, unknown> | undefined
          const seen = [endpointName(endpoint), day, status, fault?.['field'], fault?.['code']]
          expect(seen).to.deep.equal([endpointName(endpoint), day, 400, name, 'invalid_date'])
        }
      }
    }
    const filter = { startDate: '1969-12-31T23:00:00Z', endDate: '2200-01-01' }
    const { status, body } = await gateway.as(furnished.project.secretKey).post('/exports', {
      kind: 'events',
      format: 'csv',
      filter,
    })
    expect([status, body.error.errors.map(({ field }: { field: string }) => field)]).to.deep.equal([
      422,
      ['filter.startDate', 'filter.endDate'],
    ])
  })
})
