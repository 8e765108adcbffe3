import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import mongoose from 'mongoose'
import { webhookSucceeded } from '../../../activities/execution/webhook-outcome.js'
import { recordEmailFacts } from '../../../commands/sending/emails/record-email-facts.js'
import { completeStep } from '../../../commands/automation/executions/complete-step.js'
import { type OpenStep } from '../../../commands/automation/executions/open-step.js'
import { openWait } from '../../../commands/automation/executions/wait-for-event.js'
import { storeOlderSteps } from '../../../commands/automation/executions/step-runs.js'
import { Email, Execution } from '../../support/models.js'
import { createCampaign, createContact, createEmail, createSegment, createWorkflow } from '../../support/factories.js'
import { makeStep, makeTransition } from '../../support/graphs.js'
import { useGateway } from '../../support/gateway.js'
import { useProject } from '../../support/project.js'
import { beginExecution, currentRef, outcomesOf } from '../../support/walks.js'

describe('DELETE /contacts/:id, of a contact with a history', () => {
  // Each test reads the whole database.
  const { project, client, publicClient } = useProject(useGateway({}, { isEmptied: 'before each' }))

  // All personal data contains this mark, and nothing else.
  let mark: string
  let address: string
  beforeEach(() => {
    mark = randomUUID()
    address = `ada-${mark}@example.com`
  })

  /** The places of the mark in the database, each as a collection and the path of a field. */
  async function places(): Promise<string[]> {
    const { db } = mongoose.connection
    if (!db) throw new Error('not connected')
    const found = new Set<string>()
    for (const { collectionName } of await db.collections()) {
      for await (const row of db.collection(collectionName).find({})) {
        for (const path of pathsOf(row, mark)) found.add(`${collectionName} ${path}`)
      }
    }
    return [...found].sort()
  }

  const about = (emailId: string) => ({ projectId: project.id, emailId, at: new Date(), key: 'k' })
  const webhook = () => makeStep('WEBHOOK', { config: { url: 'https://example.com' } })
  const called = () => {
    const request = { url: `https://example.com/${mark}`, method: 'POST' as const, headers: {}, body: null }
    const answer = { statusCode: 200, response: { you: address }, truncated: false }
    return webhookSucceeded({ step: webhook() } as OpenStep, { request, attempts: 1, answer })
  }

  async function sendAttachment(): Promise<string> {
    const { body } = await client.post('/v1/send', {
      to: { email: address, name: mark },
      from: 'hello@example.com',
      subject: 'Hello {{ name }}',
      body: 'Hello',
      data: { name: mark },
      headers: { 'X-About': mark },
      tags: [mark],
      attachments: [{ filename: `${mark}.txt`, content: 'aGVsbG8=', contentType: 'text/plain' }],
    })
    const emailId = String(body.data.emails[0].email)
    const { contactId } = await Email.findById(emailId).orFail().lean()
    await recordEmailFacts([{ ...about(emailId), kind: 'sent', messageId: 'm', subject: `Hello ${mark}` }])
    return contactId
  }

  it('leaves nothing of it in any collection but its suppression', async () => {
    const { id: projectId } = project
    const contactId = await sendAttachment()
    // An email that failed with text of its template, and one to another address about the contact.
    const failed = await createEmail({ projectId, contactId, to: address })
    await recordEmailFacts([{ ...about(failed._id), kind: 'failed', reason: `No date: ${mark}` }])
    const mention = await createEmail({ projectId, aboutContactId: contactId, subject: `New: ${mark}` })
    await recordEmailFacts([{ ...about(mention._id), kind: 'sent', messageId: 'n' }])
    await publicClient.post('/v1/track', { email: address, event: 'paid', data: { city: mark } })
    await client.post('/suppressions', { email: address })
    const segment = await createSegment({ projectId })
    await client.post(`/segments/${segment._id}/members`, { emails: [address] })
    // Executions without a context: one that called a webhook and waits, and one whose template failed.
    const wait = makeStep('WAIT_FOR_EVENT', { config: { eventName: 'paid' } })
    const error = `No date: ${mark}`
    const failure = { status: 'FAILED', branch: null, output: null, error } as const
    const steps = [webhook(), wait]
    const transitions = [makeTransition(steps[0] ?? wait, wait)]
    const begin = async () => beginExecution(await createWorkflow({ projectId, steps, transitions }), contactId)
    // As if the execution had no room for the outcomes.
    const moveOutcomes = async (_id: string) => {
      const execution = await Execution.findById(_id).orFail().lean()
      await storeOlderSteps(execution, execution.steps)
      await Execution.updateOne({ _id }, { $set: { steps: [] } })
    }
    const ended: string[] = []
    for (const hasRoom of [false, true]) {
      const walked = await begin()
      await completeStep(currentRef(walked), called())
      await openWait(currentRef(await Execution.findById(walked._id).orFail().lean()))
      const broken = await begin()
      await completeStep(currentRef(broken), failure)
      if (!hasRoom) for (const { _id } of [walked, broken]) await moveOutcomes(_id)
      ended.push(broken._id)
    }
    const before = await places()

    expect((await client.delete(`/contacts/${contactId}`)).status).to.equal(204)

    expect(await places()).to.deep.equal(['suppressions email'])
    for (const path of ['attachments.0.filename', 'error', 'headers.0.1', 'subject', 'tags.0', 'to', 'toName']) {
      expect(before).to.include(`emails ${path}`)
    }
    for (const path of ['error', 'output.response.you', 'output.url']) {
      expect(before).to.include.members([`step_executions ${path}`, `executions steps.0.${path}`])
    }
    expect(before).to.include.members(['contacts data.name', 'events data.city', 'executions exitReason'])
    // The reason of a step or an email stays if it is a code.
    for (const _id of ended) {
      expect(await Execution.findById(_id).lean()).to.include({ status: 'FAILED', exitReason: 'erased' })
    }
  })

  it('keeps no data of a link that is clicked after the deletion, and the campaign counts the click', async () => {
    const { id: projectId } = project
    const { _id: campaignId } = await createCampaign({ projectId, status: 'SENT' })
    const { _id: contactId } = await createContact({ projectId, email: address })
    const { _id: emailId } = await createEmail({ projectId, campaignId, contactId, to: address, status: 'SENT' })
    await client.delete(`/contacts/${contactId}`)
    const link = `https://example.com/?email=${address}`
    await recordEmailFacts([{ ...about(emailId), kind: 'clicked', messageId: 'm', isMachine: false, link }])
    expect(await places()).to.deep.equal([])
    expect((await client.get(`/campaigns/${campaignId}/stats`)).body.data).to.include({ clickedCount: 1 })
  })

  it('keeps no data of a webhook that answers after the deletion', async () => {
    const contact = await createContact({ projectId: project.id, email: address })
    const workflow = await createWorkflow({ projectId: project.id, steps: [webhook()] })
    const execution = await beginExecution(workflow, contact._id)
    await client.delete(`/contacts/${contact._id}`)
    await completeStep(currentRef(execution), called())
    expect(await places()).to.deep.equal([])
    expect(await outcomesOf(execution._id)).to.deep.equal([])
  })
})

/** The paths of the texts of a document that contain `mark`. */
function pathsOf(value: unknown, mark: string, path = ''): string[] {
  if (typeof value === 'string') return value.includes(mark) ? [path] : []
  if (value instanceof mongoose.mongo.Binary) return Buffer.from(value.value()).includes(mark) ? [path] : []
  if (typeof value !== 'object' || value === null || value instanceof Date) return []
  return Object.entries(value).flatMap(([key, each]) => {
    const within = path ? `${path}.${key}` : key
    return [...(key.includes(mark) ? [within] : []), ...pathsOf(each, mark, within)]
  })
}
