import { expect } from 'chai'
import PostalMime from 'postal-mime'
import { sendStepEmail } from '../../../activities/execution/send-step-email.js'
import { storeReceived } from '../../../commands/sending/inbound/store-received.js'
import { readInboundMessage } from '../../../mail/inbound/read-inbound-message.js'
import { unescapeData } from '../../../models/domain/fields.js'
import { Event } from '../../../models/event.js'
import { newId } from '../../../runtime/ids.js'
import { useDatabase } from '../../support/database.js'
import { createProject, createTemplate } from '../../support/factories.js'
import { makeStep } from '../../support/graphs.js'
import { enterStep, recordingDeps } from './entered-step.js'

const UNKNOWN = { spam: 'UNKNOWN', virus: 'UNKNOWN', spf: 'UNKNOWN', dkim: 'UNKNOWN', dmarc: 'UNKNOWN' } as const
const ids = (count: number, length = 0) =>
  Array.from({ length: count }, (_, at) => `<r${at}${'x'.repeat(length)}@a.example>`)

describe('an email of a workflow that a received message started', () => {
  useDatabase()

  /** The headers of the email that a step sends after a message with these headers, by name. */
  async function answerTo(received: string[], config: object = {}) {
    const { id: projectId } = await createProject()
    const raw = ['From: Ann <ann@example.com>', 'Subject: Hours', ...received, '', 'When?'].join('\r\n')
    const message = await readInboundMessage(Buffer.from(raw))
    const id = newId()
    await storeReceived({
      id,
      projectId,
      recipients: ['help@shop.example'],
      mail: { sender: 'ann@example.com' },
      message,
      verdicts: UNKNOWN,
      retentionDays: 1,
      admitContact: async () => false,
    })
    const { data } = await Event.findOne({ projectId, name: 'email.received' }).orFail().lean()
    const { _id: templateId } = await createTemplate({ projectId, type: 'TRANSACTIONAL' })
    const step = makeStep('SEND_EMAIL', { config: { ...config }, templateId })
    // A later event has replaced values of the context.
    const context = { ...unescapeData(data), emailId: 'other', messageId: 'other@a.example' }
    const entered = await enterStep(step, {
      projectId,
      contact: { email: 'ann@example.com' },
      context,
      sourceEventId: id,
    })
    const { deps, sent } = recordingDeps()
    expect(await sendStepEmail(deps, entered.ref, await entered.open())).to.include({ status: 'COMPLETED' })
    const { headers } = await PostalMime.parse(sent[0]?.raw ?? '')
    const named = new Map(headers.map(({ key, value }) => [key, value]))
    return [named.get('auto-submitted'), named.get('in-reply-to'), named.get('references')]
  }

  it('answers its sender as RFC 3834 and RFC 5322 describe it, with the ids that are well-formed', async () => {
    const cases: [received: string[], inReplyTo: string | undefined, references: string | undefined][] = [
      [['Message-ID: <q1@a.example>'], '<q1@a.example>', '<q1@a.example>'],
      [
        ['Message-ID: <q2@a.example>', 'In-Reply-To: <q1@a.example>'],
        '<q2@a.example>',
        '<q1@a.example> <q2@a.example>',
      ],
      [
        [
          'Message-ID: <q3@a.example>',
          'In-Reply-To: <q2@a.example>',
          'References: <q1@a.example> <broken> <q2@a.example>',
        ],
        '<q3@a.example>',
        '<q1@a.example> <q2@a.example> <q3@a.example>',
      ],
      [[], undefined, undefined],
      [['References: <q1@a.example>'], undefined, '<q1@a.example>'],
      [['Message-ID: <größe@a.example>'], undefined, undefined],
      [[`Message-ID: <${'q'.repeat(950)}@a.example>`], undefined, undefined],
    ]
    for (const [received, inReplyTo, references] of cases) {
      expect(await answerTo(received), received.join()).to.deep.equal(['auto-replied', inReplyTo, references])
    }
  })

  it('keeps the first and the latest ids of a long thread', async () => {
    for (const length of [0, 300]) {
      const all = ids(30, length)
      const [, , references = ''] = await answerTo(['Message-ID: <q@a.example>', `References: ${all.join('\r\n ')}`])
      const kept = references.split(/\s+/)
      expect(kept.slice(0, 1)).to.deep.equal(all.slice(0, 1))
      expect(kept.slice(1)).to.deep.equal([...all, '<q@a.example>'].slice(1 - kept.length))
      expect(kept.length).to.be.within(3, 20)
      expect(references.length).to.be.below(5000)
    }
  })

  it('is no reply where it goes to somebody else', async () => {
    const received = ['Message-ID: <q1@a.example>', 'Reply-To: desk@example.com']
    const toTeam = { recipient: { type: 'CUSTOM', customEmail: 'team@example.com' } }
    expect(await answerTo(received, toTeam)).to.deep.equal(['auto-generated', undefined, undefined])
    const toDesk = { recipient: { type: 'CUSTOM', customEmail: 'Desk@example.com' } }
    expect(await answerTo(received, toDesk)).to.deep.equal(['auto-replied', '<q1@a.example>', '<q1@a.example>'])
  })
})
