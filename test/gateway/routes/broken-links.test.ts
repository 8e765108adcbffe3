import { expect } from 'chai'
import { createTrackingTokens } from '../../../mail/links/tracking-tokens.js'
import { PAGE_TEXTS } from '../../../gateway/pages/page-texts.js'
import { newId } from '../../../runtime/ids.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'
import { useGateway } from '../../support/gateway.js'
import { headingOf } from '../../support/pages.js'

const TARGET = 'https://shop.example/sale?secret=1'

describe('a truncated link of a mail', () => {
  const gateway = useGateway()
  const [tokens, message] = [createTrackingTokens(ENCRYPTION_KEYS), { projectId: newId(), emailId: newId() }]
  const [tracked, opened] = [tokens.forClick(message, TARGET), tokens.forOpen(message)]
  const get = (path: string, headers: Record<string, string> = {}) => gateway.as().get(path, headers)

  const CUT = [
    [`/c/${tracked.slice(0, -1)}`, `/c/${tracked.slice(0, 20)}`, `/c/${tracked}=`, `/c/${tracked}/more`],
    [
      `/c/${opened}`,
      '/c/https:%2F%2Fevil.example',
      '/c/%E0%A4%A',
      '/c/',
      '/c',
      '/unsubscribe/',
      '/unsubscribe/x/y',
      '/subscribe',
      '/manage/',
      '/verify-email',
    ],
    ['/verify-email?token=', '/verify-email?tok', `/verify-email?token=${'x'.repeat(3_000)}`, '/reset-password'],
    ['/reset-password?token=x', '/accept-invitation', '/accept-invitation?token=', '/confirm-test-address?token=x'],
  ].flat()

  const OF_PAGES = ['content-type', 'content-security-policy', 'x-robots-tag', 'cache-control', 'referrer-policy']
  it('is answered with the same page for people as an unknown one', async () => {
    const whole = await get('/manage/x')
    expect(headingOf(whole.body)).to.equal(PAGE_TEXTS.en.brokenTitle)
    expect(whole.headers.get('content-type')).to.equal('text/html; charset=utf-8')
    for (const path of CUT) {
      const { status, headers, body } = await get(path)
      expect({ status, body }, path).to.deep.equal({ status: 404, body: whole.body })
      for (const name of OF_PAGES) expect(headers.get(name), `${path} ${name}`).to.equal(whole.headers.get(name))
      expect(headers.get('location'), path).to.equal(null)
    }
  })

  it('contains no part of the requested address', async () => {
    for (const path of [
      '/c/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
      '/c/marker-in-the-path',
      '/manage/a/marker-in-the-path',
    ]) {
      const { status, body } = await get(path)
      expect(status, path).to.equal(404)
      expect(body, path).not.to.match(/marker|script|alert/)
    }
  })

  for (const language of ['de', 'ja'] as const) {
    it(`is explained in ${language} to a browser that asks for it`, async () => {
      const { brokenTitle } = PAGE_TEXTS[language]
      for (const path of [`/c/${tracked.slice(0, -3)}`, '/c/', '/verify-email']) {
        const { body } = await get(path, { 'accept-language': `fi, ${language}-XX;q=0.8, en;q=0.1` })
        expect(body, path).to.contain(`<html lang="${language}">`)
        expect(headingOf(body), path).to.equal(brokenTitle)
      }
    })
  }

  it('has no body for a HEAD, and other methods are refused as before', async () => {
    const head = await gateway.as().request('HEAD', `/c/${tracked.slice(0, -1)}`)
    expect([head.status, head.headers.get('content-type')]).to.deep.equal([404, 'text/html; charset=utf-8'])
    const posted = await gateway.as().post(`/c/${tracked}`, {})
    expect([posted.status, posted.body.error.code]).to.deep.equal([405, 'METHOD_NOT_ALLOWED'])
  })

  it('is a page on every unknown path for a browser, and an error when it sends a form', async () => {
    const accept = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
    for (const path of ['/nowhere', '/dashboard-of-old/p/x']) {
      const { status, body } = await get(path, accept)
      expect([status, headingOf(body)], path).to.deep.equal([404, PAGE_TEXTS.en.brokenTitle])
      expect((await gateway.as().post(path, {}, accept)).body.error.statusCode).to.equal(404)
    }
    expect((await get('/contacts/x', accept)).body.error.statusCode).to.equal(401)
  })

  it('is an error for programs that load resources, and on paths that are no page', async () => {
    const ofOpens = ['/o/x.gif', '/o/', `/o/${opened}`, `/o/${tracked}.gif`]
    for (const path of [...ofOpens, '/uploads/x.png', '/contact', '/campaigns/x/y', '/']) {
      const { status, body } = await get(path)
      expect([status, body.success, body.error?.statusCode], path).to.deep.equal([404, false, 404])
    }
  })
})
