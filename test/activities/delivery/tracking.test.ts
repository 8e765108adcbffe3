import { expect } from 'chai'
import PostalMime, { type Email as ParsedMail } from 'postal-mime'
import { createEmailComposer } from '../../../activities/delivery/create-email-composer.js'
import { checkEligibility } from '../../../activities/delivery/check-eligibility.js'
import { storeContent } from '../../../commands/sending/emails/store-content.js'
import type { EmailRecord } from '../../../models/email.js'
import { Project, type ProjectRecord } from '../../../models/project.js'
import { createTrackingTokens } from '../../../mail/links/tracking-tokens.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'
import { useDatabase } from '../../support/database.js'
import { createEmail, createProject } from '../../support/factories.js'

const BODY = `<html><body><p>Hi <a href="https://shop.example/?a=1&amp;b={{ name }}">shop</a>
<a href="mailto:a@b.example">mail</a> <a href="{{ unsubscribeUrl }}">leave</a></p></body></html>`
const TRACKED = /https:\/\/links\.example\.com\/(c|o)\/([\w-]+)/g

describe('the tracking of a message', () => {
  useDatabase({ isEmptied: 'before each' })

  const tokens = createTrackingTokens(ENCRYPTION_KEYS)
  const composer = createEmailComposer({
    gatewayUrl: 'https://mail.example.com',
    trackingUrl: 'https://links.example.com',
    encryptionKeys: ENCRYPTION_KEYS,
  })
  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  async function compose(fields: Partial<EmailRecord> = {}, tracking?: ProjectRecord['tracking']) {
    if (tracking) await Project.updateOne({ _id: projectId }, { tracking })
    const contentId = await storeContent(projectId, { subject: 'Hi', body: BODY }, 1)
    const email = await createEmail({ projectId, contentId, variables: { data: { name: 'x&y' } }, ...fields })
    const [eligible] = await checkEligibility([email], true)
    if (!eligible || !('contact' in eligible)) throw new Error('It must not leave')
    const composed = await composer.compose(email, eligible)
    if ('reason' in composed) throw new Error(composed.reason)
    return { email, mail: await PostalMime.parse(composed.raw), isTracked: composed.isTracked }
  }
  const trackedUrls = ({ html = '' }: ParsedMail) =>
    [...html.matchAll(TRACKED)].map(([, kind, token]) => ({ kind, token }))

  it('points its links and a pixel at this gateway, with tokens of this message', async () => {
    const { email, mail, isTracked } = await compose()

    const message = { projectId, emailId: email._id }
    const [link, pixel, ...more] = trackedUrls(mail)
    expect(tokens.readClick(link?.token ?? '')).to.deep.equal({ ...message, target: 'https://shop.example/?a=1&b=x&y' })
    expect(tokens.readOpen(pixel?.token ?? '')).to.deep.equal(message)
    expect([link?.kind, pixel?.kind, more]).to.deep.equal(['c', 'o', []])
    expect(mail.html).to.include('<a href="mailto:a@b.example">mail</a>')
    expect(mail.html).to.match(/<a href="https:\/\/mail\.example\.com\/unsubscribe\/[\w-]+">leave<\/a>/)
    expect(mail.html).to.match(/\.gif" width="1" height="1" alt="" style="[\w:;]+"><\/body><\/html>\s*$/)
    expect(isTracked).to.equal(true)
  })

  it('shows the addresses as the sender wrote them in the text', async () => {
    const { mail } = await compose()
    expect(mail.text).to.include('https://shop.example/?a=1&b=x&y')
    expect(mail.text).not.to.include('links.example.com')
  })

  it('does not track the links of the footer, and tracks those beside them', async () => {
    const contentId = await storeContent(projectId, { subject: 'Hi', body: '<a href="https://shop.example">s</a>' }, 1)
    const { mail } = await compose({ type: 'MARKETING', contentId })
    expect(trackedUrls(mail).map(({ kind }) => kind)).to.deep.equal(['c', 'o'])
    expect(mail.html).to.match(/href="https:\/\/mail\.example\.com\/unsubscribe\//)
    expect(mail.html).to.match(/href="https:\/\/mail\.example\.com\/manage\//)
  })

  const rows: [setting: ProjectRecord['tracking'], fields: Partial<EmailRecord>, isTracked: boolean][] = [
    ['ENABLED', { type: 'TRANSACTIONAL' }, true],
    ['ENABLED', { type: 'MARKETING' }, true],
    ['ENABLED', { type: 'TRANSACTIONAL', tracking: false }, false],
    ['ENABLED', { type: 'MARKETING', sourceType: 'TEST' }, false],
    ['ENABLED', { type: 'MARKETING', sourceType: 'TEST', tracking: true }, false],
    ['DISABLED', { type: 'MARKETING' }, false],
    ['DISABLED', { type: 'TRANSACTIONAL', tracking: true }, true],
    ['MARKETING_ONLY', { type: 'TRANSACTIONAL' }, false],
    ['MARKETING_ONLY', { type: 'MARKETING' }, true],
    ['MARKETING_ONLY', { type: 'HEADLESS' }, true],
    ['MARKETING_ONLY', { type: 'TRANSACTIONAL', tracking: true }, true],
    ['MARKETING_ONLY', { type: 'HEADLESS', tracking: false }, false],
  ]
  for (const [setting, fields, expected] of rows) {
    it(`${expected ? 'is on' : 'is off'} in a project of ${setting} for ${JSON.stringify(fields)}`, async () => {
      const { mail, isTracked } = await compose(fields, setting)
      expect(isTracked).to.equal(expected)
      expect(trackedUrls(mail)).to.have.length(expected ? 2 : 0)
      if (!expected) expect(mail.html).to.include('<a href="https://shop.example/?a=1&amp;b=x&amp;y">shop</a>')
    })
  }
})
