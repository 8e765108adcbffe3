import { expect } from 'chai'
import { newId } from '../../runtime/ids.js'
import { expectSoundPage, useBrowser } from '../support/browser.js'
import { createClient } from '../support/http-client.js'
import { eventually, useStack } from '../support/stack.js'
import { t } from '../../dashboard/messages/index.js'

const PASSWORD = 'correct horse battery staple'

describe('the first evening with the dashboard', () => {
  const posthorn = useStack()
  const watched = useBrowser(() => posthorn.stack.info.gateway)

  it('leads from a new account through a domain and a key to the first mail, in the inbox and in the list', async () => {
    const { page } = watched
    const { gateway, inbox } = posthorn.stack.info
    const name = newId()
    const domain = `${name}.example`
    const recipient = `bob-${name}@example.com`
    watched.expectStatus(401)
    // The account and its project.
    await page.goto('/dashboard')
    await page.getByRole('link', { name: t.session.signUp }).click()
    await page.getByLabel('Email address').fill(`ada@${domain}`)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: t.session.signUp }).click()
    await page.getByText(t.session.noProjects).waitFor()
    await page.getByLabel('Name').fill('First evening')
    await page.getByRole('button', { name: t.session.newProject }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.getByText(t.home.nothing).waitFor()

    // A domain, whose records come into DNS while its page is open.
    await page.keyboard.type('gd')
    await page.getByText(t.domains.empty).waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('Domain', { exact: true }).fill(domain)
    await page.keyboard.press('Enter')
    await page.getByText(t.domains.pendingTitle).waitFor()
    await expectSoundPage(page)
    expect((await createClient(inbox).put(`/identities/${domain}`, { state: 'SUCCESS' })).status).to.equal(200)
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText(t.domains.verifiedTitle).waitFor()

    // A key, and the first call with it.
    await page.keyboard.type('g,')
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('button', { name: t.settings.reveal }).click()
    const secret = await page
      .getByText(/^sk_[A-Za-z0-9_-]{16,}$/)
      .first()
      .innerText()
    const message = { to: recipient, subject: `First ${name}`, body: '<p>Hello Bob</p>', from: `ada@${domain}` }
    expect((await createClient(gateway, secret).post('/v1/send', message)).status).to.equal(200)
    await eventually(
      () => posthorn.inbox({ to: recipient, subject: message.subject }),
      ({ length }) => length === 1,
    )

    // The events of the email.
    await page.keyboard.type('ge')
    await page.getByRole('link', { name: message.subject }).click()
    await page.getByRole('heading', { level: 1, name: message.subject }).waitFor()
    await page.frameLocator('iframe').frameLocator('iframe').getByText('Hello Bob').waitFor()
    await page.keyboard.type('gh')
    const domainStep = page.getByRole('listitem').filter({ hasText: 'domain' }).first()
    await domainStep.getByText('Done').waitFor()
    const callStep = page.getByRole('listitem').filter({ hasText: 'call' }).first()
    await callStep.getByText('Done').waitFor()
  })
})
