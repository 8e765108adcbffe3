import { expect } from 'chai'
import { AttachmentPart, AttachmentUpload, Email, IdempotencyKey } from '../../../support/models.js'
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

// Three parts, the last of which is not full.
const LARGE = Buffer.concat([Buffer.alloc(1_048_576, 'a'), Buffer.alloc(1_048_576, 'b'), Buffer.from('c')])

describe('the files of messages', () => {
  useDatabase({ isEmptied: 'before each' })
  let projectId: string

  const fileIds = () => AttachmentPart.distinct('fileId')
  /** The number of stored parts, and of the records of unclaimed uploads. */
  const traces = async () => [await AttachmentPart.countDocuments({}), await AttachmentUpload.countDocuments({})]

  beforeEach(async () => {
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
    expect(await traces()).to.deep.equal([2, 0])
    expect(first.attachments.map(({ fileId }) => fileId)).to.have.members(await fileIds())

    await recordEmailFacts([{ ...about(first), kind: 'sent', messageId: 'm' }])
    await recordEmailFacts([{ ...about(second), kind: 'failed', reason: 'refused' }])
    expect(await traces()).to.deep.equal([2, 0])
    expect((await readAttachment(projectId, first.attachments[0]!)).toString()).to.equal('hello')

    await recordEmailFacts([{ ...about(third), kind: 'suppressed' }])
    expect(await traces()).to.deep.equal([0, 0])
  })

  it('are read as they were stored, whatever their size, and not at all without one of their parts', async () => {
    const contents = [LARGE, Buffer.alloc(1_048_576, 'd'), Buffer.alloc(0)]
    const files = await storeAttachments(
      projectId,
      contents.map((content) => ({ ...FILE, content })),
    )
    const read = await Promise.all(files.map((file) => readAttachment(projectId, file)))
    expect(read.map((content, n) => content.equals(contents[n]!))).to.deep.equal([true, true, true])
    const { id: otherId } = await createProject()
    await AttachmentPart.deleteOne({ fileId: files[0]!.fileId, position: 1 })
    for (const [owner, file] of [
      [projectId, files[0]!],
      [otherId, files[1]!],
    ] as const) {
      expect(String(await readAttachment(owner, file).catch(String))).to.match(/^Error: The file .* is gone$/)
    }
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
    expect(await traces()).to.deep.equal([2, 0])
  })

  describe('whose request died before its messages were stored', () => {
    const dropHalf = (fileId: string) => AttachmentPart.deleteOne({ fileId, position: 1 })
    for (const [what, minutes, change, left] of [
      ['are removed by a later request with files', 61, null, [2, 0]],
      ['are kept while the request may still be running', 59, null, [3, 1]],
      ['are removed when only half of one was stored', 61, dropHalf, [2, 0]],
    ] as const) {
      it(what, async () => {
        const [file] = await storeAttachments(projectId, [change ? { ...FILE, content: LARGE } : FILE])
        await change?.(file?.fileId ?? '')
        await age(minutes)
        const [email] = await send(['a@example.com'])
        expect(await traces()).to.deep.equal(left)
        expect(await fileIds()).to.include.members(email?.attachments.map(({ fileId }) => fileId) ?? [])
      })
    }
  })

  describe('whose process died between the outcome of the last message and their removal', () => {
    const ageFiles = () => AttachmentPart.updateMany({}, { storedAt: new Date(Date.now() - 61 * 60_000) })
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
      // The walk reads the index alone.
      const [walk] = await operationsOf('attachment_parts', async () => expect(await purge()).to.equal(0))
      expect(walk).to.deep.include({
        planSummary: 'IXSCAN { position: 1, fileId: 1, projectId: 1, storedAt: 1 }',
        keysExamined: 2,
        docsExamined: 0,
      })
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
    expect((await readAttachment(projectId, email!.attachments[0]!)).toString()).to.equal('hello')
  })
})
