import { expect } from 'chai'
import { endpointName } from '../../gateway/http/endpoint.js'
import { allEndpoints } from '../../gateway/routes/index.js'
import type { ConditionTree, Filter } from '../../models/domain/conditions/tree.js'
import type { ResourceKind } from '../../models/domain/errors.js'
import { only } from '../support/conditions.js'
import { expectNothingChanges } from '../support/database.js'
import { call, MARK, parametersOf, UNKNOWN_ID, urlOf, type Name, type Names } from '../support/endpoint-calls.js'
import { furnish, type Furnished } from '../support/example-records.js'
import { createWorkflow } from '../support/factories.js'
import { fileForm } from '../support/file-form.js'
import { useGateway } from '../support/gateway.js'

const mail = { name: 'News', subject: 'Hi', body: '<p>Hi</p>', from: 'news@example.com', type: 'MARKETING' }
const csv = fileForm('email\nada@example.com\n')
const contacts = { kind: 'contacts', format: 'csv' }
const fork = { type: 'CONDITION', name: 'A' }

/** Requests that name a record in their body or, at `#`, in their query. A `:kind` is an id of the own project. */
const NAMING: [request: string, kind: ResourceKind, body?: (id: string, own: Names) => object][] = [
  ['POST /v1/send', 'template', (template) => ({ to: 'ada@example.com', template })],
  ['POST /workflows/:workflow/steps', 'template', (templateId) => ({ type: 'SEND_EMAIL', name: 'A', templateId })],
  ['POST /workflows/:workflow/executions', 'contact', (contactId) => ({ contactId })],
  ['POST /events/track', 'contact', (contactId) => ({ name: 'x', contactId })],
  ['POST /events/track', 'email', (emailId) => ({ name: 'x', emailId })],
  ['POST /preview', 'contact', (contactId) => ({ ...mail, contactId })],
  ['POST /preview/send', 'contact', (contactId, { memberAddress: to }) => ({ ...mail, to, contactId })],
  ['POST /templates/:template/preview', 'contact', (contactId) => ({ contactId })],
  ['POST /campaigns', 'segment', (segmentId) => ({ ...mail, audienceType: 'SEGMENT', segmentId })],
  ['PUT /campaigns/:campaign', 'segment', (segmentId) => ({ audienceType: 'SEGMENT', segmentId })],
  ['POST /contacts/search', 'segment', (segmentId) => ({ segmentId })],
  ['POST /audiences/count', 'segment', (segmentId) => ({ segmentId })],
  ['POST /exports', 'segment', (segmentId) => ({ ...contacts, filter: { segmentId } })],
  ['POST /contacts/bulk-delete', 'segment', (segmentId) => ({ mode: 'query', filter: { segmentId } })],
  ['POST /contacts/bulk-join', 'segment', (segmentId, { contact }) => ({ contactIds: [contact], segmentId })],
  ['POST /contacts/import?segmentId=#', 'segment', () => csv],
  ['GET /analytics/timeseries?templateId=#', 'template'],
  ['GET /analytics/timeseries?workflowId=#', 'workflow'],
]

/** Requests with a condition, and the path of the condition in the body. */
const CONDITIONS: [request: string, path: string, body: (condition: ConditionTree) => object][] = [
  ['POST /segments', 'condition', (condition) => ({ name: 'A', condition })],
  ['PATCH /segments/:segment', 'condition', (condition) => ({ condition })],
  ['POST /campaigns', 'audienceCondition', (it) => ({ ...mail, audienceType: 'FILTERED', audienceCondition: it })],
  ['PUT /campaigns/:campaign', 'audienceCondition', (it) => ({ audienceType: 'FILTERED', audienceCondition: it })],
  ['POST /contacts/search', 'condition', (condition) => ({ condition })],
  ['POST /audiences/count', 'condition', (condition) => ({ condition })],
  ['POST /exports', 'filter.condition', (condition) => ({ ...contacts, filter: { condition } })],
  ['POST /contacts/bulk-delete', 'filter.condition', (condition) => ({ mode: 'query', filter: { condition } })],
  ['PATCH /workflows/:workflow', 'triggerConfig.filter', (filter) => ({ triggerConfig: { eventName: 'x', filter } })],
  ['POST /workflows/:workflow/steps', 'config.condition', (condition) => ({ ...fork, config: { condition } })],
]

describe('a record of another project that a request names', () => {
  const gateway = useGateway({}, { isEmptied: 'before all' })
  let theirs: Furnished
  let ours: Furnished

  before(async () => {
    theirs = await furnish(MARK)
    ours = await furnish('own')
  })
  expectNothingChanges()

  const send = (request: string, body?: object, id = '') => {
    const [method = '', path = ''] = request.split(' ')
    const url = path.replace(/:(\w+)/, (_, name: Name) => ours.names[name]).replace('#', id)
    return gateway.as(ours.project.secretKey).request(method, url, body)
  }

  for (const [request, kind, bodyOf] of NAMING) {
    it(`is answered by ${request} with 404 to the ${kind}, as an unknown one`, async () => {
      for (const id of [theirs.names[kind as Name], UNKNOWN_ID]) {
        const res = await send(request, bodyOf?.(id, ours.names), id)
        expect(res, JSON.stringify(res.body)).to.deep.include({ status: 404, details: { resource: kind, id } })
        expect(JSON.stringify(res.body)).not.to.contain(MARK)
      }
    })
  }

  for (const [request, path, bodyOf] of CONDITIONS) {
    it(`is refused by ${request} with 422 at its path in the condition, as an unknown one`, async () => {
      for (const { segment, campaign } of [theirs.names, { segment: UNKNOWN_ID, campaign: UNKNOWN_ID }]) {
        for (const filter of [
          { field: `segment.${segment}`, operator: 'notMemberOfSegment' },
          { field: `campaign.${campaign}`, operator: 'opened' },
        ] satisfies Filter[]) {
          const res = await send(request, bodyOf(only(filter)))
          const refused = { status: 422, faults: [`${path}.groups.0.filters.0.field custom`] }
          expect(res, JSON.stringify([filter, res.body])).to.deep.include(refused)
        }
      }
    })
  }
})

describe('a record of the project where another one is expected', () => {
  const gateway = useGateway({}, { isEmptied: 'before all' })
  const JOBS: Name[] = ['job', 'bulkJob', 'exportJob', 'retryJob']
  let ours: Furnished
  let otherWorkflow: string

  before(async () => {
    ours = await furnish('own')
    otherWorkflow = (await createWorkflow({ projectId: ours.project.id }))._id
  })
  expectNothingChanges()

  const authorization = () => ({ authorization: `Bearer ${ours.project.secretKey}` })

  const parts = allEndpoints.flatMap((endpoint) => {
    const [parent, part] = parametersOf(endpoint)
    return parent?.kind === 'workflow' && part ? [{ endpoint, ...part }] : []
  })
  for (const { endpoint, kind, name } of parts) {
    it(`is answered by ${endpointName(endpoint)} with 404 to the ${kind} of another workflow`, async () => {
      const url = urlOf(endpoint, ours.names, (each, index) => (index === 0 ? otherWorkflow : ours.names[each]))
      const res = await call(gateway, endpoint, ours.names, authorization(), { url })
      const notFound = { status: 404, details: { resource: kind, id: ours.names[name] } }
      expect(res, JSON.stringify(res.body)).to.deep.include(notFound)
    })
  }

  // The progress of any job of a project has an endpoint too.
  const ofOneKind = allEndpoints.filter(
    (each) => parametersOf(each).at(-1)?.kind === 'job' && each.operationId !== 'getProjectJob',
  )
  for (const endpoint of ofOneKind) {
    it(`is answered by ${endpointName(endpoint)} with 404 to other kinds of jobs`, async () => {
      const expected = parametersOf(endpoint).at(-1)?.name
      for (const other of JOBS.filter((name) => name !== expected)) {
        const url = urlOf(endpoint, ours.names, (name) => ours.names[name === expected ? other : name])
        const res = await call(gateway, endpoint, ours.names, authorization(), { url })
        const notFound = { status: 404, details: { resource: 'job', id: ours.names[other] } }
        expect(res, `${other} ${JSON.stringify(res.body)}`).to.deep.include(notFound)
      }
    })
  }

  it('is answered by POST /workflows/:id/transitions with 404 to the step of another workflow', async () => {
    const { step, nextStep } = ours.names
    const link = { fromStepId: step, toStepId: nextStep }
    const res = await gateway.as(ours.project.secretKey).post(`/workflows/${otherWorkflow}/transitions`, link)
    expect(res, JSON.stringify(res.body)).to.deep.include({ status: 404, details: { resource: 'step', id: step } })
  })
})
