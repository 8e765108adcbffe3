import { expect } from 'chai'
import mongoose from 'mongoose'
import { AttachmentUpload, Email, IdempotencyKey } from '../../../support/models.js'
import {
  dropUnneeded,
  readAttachment,
  storeAttachments,
  type AttachmentInput,
} from '../../../../commands/sending/emails/attachments.js'
import { claimIdempotencyKey } from '../../../../commands/base/idempotency/claim-idempotency-key.js'
import { recordEmailFacts } from '../../../../commands/sending/emails/record-email-facts.js'
import { sendEmails } from '../../../../commands/sending/emails/send-emails.js'
import { AppError } from '../../../../models/domain/errors.js'
import type { EmailRecord } from '../../../../models/email.js'
import type { IdempotencyClaim } from '../../../../models/idempotency-key.js'
import { useDatabase } from '../../../support/database.js'
import { createProject } from '../../../support/factories.js'
import { operationsOf } from '../../../support/profiled.js'
import { SEND_SETTINGS, sendRequest } from './send-request.js'

const FILE: AttachmentInput = {
  filename: 'a.txt',
  contentType: 'text/plain',
  contentId: null,
  disposition: 'attachment',
  content: Buffer.from('hello'),
}

describe('the files of messages', () => {
  useDatabase({ isEmptied: 'before each' })
  let projectId: string

  const collection = (name: string) => {
    const { db } = mongoose.connection
    if (!db) throw new Error('no database')
    return db.collection<{ _id: string }>(`attachments.${name}`)
  }
  const fileIds = async () => (await collection('files').find({}).toArray()).map(({ _id }) => _id)
  /** The number of stored files: their records, their bytes, and the records of unclaimed uploads. */
  const traces = async () => [
    await collection('files').countDocuments({}),
    await collection('chunks').countDocuments({}),
    await AttachmentUpload.countDocuments({}),
  ]

  beforeEach(async () => {
    for (const name of ['files', 'chunks']) await collection(name).deleteMany({})
    projectId = (await createProject()).id
  })

  const send = (to: string[], claim: IdempotencyClaim | null = null): Promise<EmailRecord[]> => {
    const attachments = [FILE, { ...FILE, filename: 'b.txt' }]
    return sendEmails(sendRequest(projectId, to, { attachments, claim }), SEND_SETTINGS)
  }
  const age = (minutes: number) =>
    AttachmentUpload.updateMany({}, { createdAt: new Date(Date.now() - minutes * 60_000) })
  const about = ({ _id: emailId }: EmailRecord) => ({ projectId, emailId, at: new Date(), key: 'k' })

  it('are stored once for all recipients, and deleted when the last message has its outcome, sent or not', async () => {
    const [first, second, third] = await send(['a@example.com', 'b@example.com', 'c@example.com'])
    if (!first || !second || !third) throw new Error('Too few emails')
    expect(await traces()).to.deep.equal([2, 2, 0])
    expect(first.attachments.map(({ fileId }) => fileId)).to.have.members(await fileIds())

    await recordEmailFacts([{ ...about(first), kind: 'sent', messageId: 'm' }])
    await recordEmailFacts([{ ...about(second), kind: 'failed', reason: 'refused' }])
    expect(await traces()).to.deep.equal([2, 2, 0])
    expect((await readAttachment(first.attachments[0]?.fileId ?? '')).toString()).to.equal('hello')

    await recordEmailFacts([{ ...about(third), kind: 'suppressed' }])
    expect(await traces()).to.deep.equal([0, 0, 0])
  })

  it('are removed when another attempt took the idempotency key over', async () => {
    const key = {
      projectId,
      credential: 'secret' as const,
      key: 'k',
      endpoint: 'POST /v1/send',
      ttlMs: 86_400_000,
    }
    const slow = await claimIdempotencyKey(key)
    await IdempotencyKey.updateOne({ projectId }, { leaseUntil: new Date(0) })
    const [email] = await send(['a@example.com'], await claimIdempotencyKey(key))
    expect(await send(['a@example.com'], slow).catch((error: unknown) => error)).to.be.instanceOf(AppError)
    expect(await fileIds()).to.have.members(email?.attachments.map(({ fileId }) => fileId) ?? [])
    expect(await traces()).to.deep.equal([2, 2, 0])
  })

  describe('whose request died before its messages were stored', () => {
    const dropRecord = (fileId: string) => collection('files').deleteOne({ _id: fileId })
    for (const [what, minutes, change, left] of [
      ['are removed by a later request with files', 61, null, [2, 2, 0]],
      ['are kept while the request may still be running', 59, null, [3, 3, 1]],
      ['are removed when only half of one was stored', 61, dropRecord, [2, 2, 0]],
    ] as const) {
      it(what, async () => {
        const [file] = await storeAttachments(projectId, [FILE])
        await change?.(file?.fileId ?? '')
        await age(minutes)
        const [email] = await send(['a@example.com'])
        expect(await traces()).to.deep.equal(left)
        expect(await fileIds()).to.include.members(email?.attachments.map(({ fileId }) => fileId) ?? [])
      })
    }
  })

  describe('whose process died between the outcome of the last message and their removal', () => {
    const ageFiles = () =>
      collection('files').updateMany({}, { $set: { uploadDate: new Date(Date.now() - 61 * 60_000) } })
    /** Goes through all files, as the daily purge does; returns how many were removed. */
    const purge = async (): Promise<number> => {
      const first = await dropUnneeded(null)
      expect(first.after).to.equal(null)
      return first.count
    }

    it('are removed by the daily purge, except those of a waiting message', async () => {
      const [done] = await send(['a@example.com'])
      const [, waiting] = await send(['b@example.com', 'c@example.com'])
      await Email.updateMany({ projectId, to: { $in: ['a@example.com', 'b@example.com'] } }, { status: 'SENT' })
      expect(await purge()).to.equal(0)
      await ageFiles()
      const operations = await operationsOf('emails', async () => expect(await purge()).to.equal(2))
      expect(operations.map(({ planSummary }) => planSummary)).to.deep.equal([
        'IXSCAN { projectId: 1, attachments.fileId: 1 }',
      ])
      expect(await fileIds()).to.have.members(waiting?.attachments.map(({ fileId }) => fileId) ?? [])
      expect(await fileIds()).not.to.include(done?.attachments[0]?.fileId)
      expect(await purge()).to.equal(0)
    })

    it('are kept while their request has not stored its messages', async () => {
      await storeAttachments(projectId, [FILE])
      await ageFiles()
      expect(await purge()).to.equal(0)
    })
  })

  it('of a message that waits are never taken for those of a dead request, however old', async () => {
    const [email] = await send(['a@example.com'])
    await age(10_000)
    await send(['b@example.com'])
    expect((await readAttachment(email?.attachments[0]?.fileId ?? '')).toString()).to.equal('hello')
  })
})
