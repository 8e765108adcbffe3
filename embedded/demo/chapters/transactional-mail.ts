import { hasMails, isAccepted } from '../claims.js'
import { addressOf, SENDER, STEP_MS, type Chapter } from '../scene.js'

const SUBJECT = 'Invoice 2026-117 for Ada'
const SENTENCE = 'Dear Ada, you owe 4800 euros.'
const FILE = {
  filename: 'invoice-2026-117.csv',
  contentType: 'text/csv',
  content: Buffer.from(`item,amount\n${'One month of post,12.00\n'.repeat(400)}`),
}

export const transactionalMail: Chapter = {
  title: 'A transactional mail with an attachment arrives',
  async tell(scene) {
    const { story, api, inbox } = scene
    const to = addressOf('ada', scene)
    const body = {
      to,
      from: { name: 'Posthorn', email: SENDER },
      subject: 'Invoice {{ invoice.number }} for {{ firstName | capitalize }}',
      body: '<p>Dear {{ firstName | capitalize }}, you owe {{ invoice.amount }} {{ currency ?? "euros" }}.</p>',
      data: { firstName: 'ada', invoice: { number: '2026-117', amount: 4800 } },
      attachments: [{ ...FILE, content: FILE.content.toString('base64') }],
    }
    await story.check(
      isAccepted('POST /v1/send takes a mail with Liquid in subject and body, and a file', () =>
        api.ask('POST', '/v1/send', { body }),
      ),
    )
    const [message] = await story.eventually({
      ...hasMails('It arrives, its subject rendered', inbox, to, [SUBJECT]),
      withinMs: STEP_MS,
    })
    const { html, attachments } = await inbox.open(message?.id ?? '')
    await story.check({
      that: 'Its body is rendered, with the fallback for a missing field',
      expected: SENTENCE,
      look: () => Promise.resolve(html ?? ''),
      holds: (html) => html.includes(SENTENCE),
      tell: (html) => html.replaceAll(/<[^<>]+>/g, '').trim(),
    })
    await story.check({
      that: 'Its file is whole',
      expected: `${FILE.filename}, ${FILE.content.length} bytes`,
      look: () => Promise.resolve(attachments),
      holds: ([file, ...more]) =>
        more.length === 0 && file?.filename === FILE.filename && file.sizeBytes === FILE.content.length,
      tell: (files) => files.map((file) => `${file.filename}, ${file.sizeBytes} bytes`).join('; ') || 'no file',
    })
  },
}
