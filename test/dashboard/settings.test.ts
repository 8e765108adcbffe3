import { expect } from 'chai'
import { importSlice } from '../../commands/lifecycle/imports/import-slice.js'
import type { DomainSetup } from '../../commands/sending/domains/setup.js'
import { eraseProjectSlice } from '../../commands/lifecycle/erasure/erase-project-slice.js'
import { gridFsStore } from '../../commands/sending/uploads/grid-fs-store.js'
import { ApiKey, Job, Outbox, SenderDomain, Suppression, Workflow } from '../support/models.js'
import { Project } from '../../models/project.js'
import { Session } from '../../models/session.js'
import { User } from '../../models/user.js'
import { expectSoundPage } from '../support/browser.js'
import { PASSWORD, useDashboard } from '../support/dashboard.js'
import { createContact, createDomain, createMember, createUser, createWorkflow } from '../support/factories.js'
import { makeStep } from '../support/graphs.js'
import { eventually } from '../support/eventually.js'
import { createClient } from '../support/http-client.js'
import { finishJob } from '../support/jobs.js'
import { useSignInServer } from '../support/sign-in-server.js'
import { useStripe } from '../support/stripe-server.js'
import { t } from '../../dashboard/messages/index.js'

const CLIENT = { id: 'client', secret: 'secret of the client' }

/** Runs the job that empties a project, as a worker would, while a relay dispatches its outbox entries. */
async function eraseProject(ref: { projectId: string; jobId: string }): Promise<void> {
  const kept = { domains: { identities: null } as unknown as DomainSetup, uploads: gridFsStore, billing: null }
  await finishJob(ref, async (job) => {
    const done = await eraseProjectSlice(job, kept)
    await Outbox.deleteMany({ projectId: ref.projectId })
    return done
  })
}

describe('the settings and the workflows of a project in a browser', function () {
  this.timeout(600_000)
  const dashboard = useDashboard()

  it('changes general settings, and makes a named key that is shown once', async () => {
    const { page, project, open } = dashboard
    await open('/settings')
    await page.getByLabel('Name').waitFor()
    await expectSoundPage(page)
    await page.getByLabel('Name').fill('Renamed')
    await page.getByLabel('Time zone').fill('Europe/Nowhere')
    dashboard.expectStatus(422)
    await page.keyboard.press('Control+s')
    await page.getByText('Enter a time zone, such as Europe/Berlin').waitFor()
    await page.getByLabel('Time zone').fill('Europe/Berlin')
    await page.getByLabel(t.settings.utm.source).fill('news')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Project Renamed' }).waitFor()
    const stored = await Project.findOne({ _id: project.id }).lean()
    expect(stored).to.include({ name: 'Renamed', timezone: 'Europe/Berlin' })
    expect(stored?.utm).to.deep.equal({ source: 'news' })

    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByText(t.settings.noKeys).waitFor()
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: t.settings.newKey })
    await dialog.getByLabel('Name').fill('Shop')
    await expectSoundPage(page)
    await dialog.getByRole('button', { name: t.settings.newKey }).click()
    const shown = page.getByRole('dialog', { name: t.settings.keyMade('Shop') })
    const secret = (await shown.locator('code').textContent()) ?? ''
    const key = await ApiKey.findOne({ projectId: project.id }).lean()
    expect(secret).to.match(/^sk_send_/)
    expect(secret.slice(-4)).to.equal(key?.lastFour)
    await shown.getByRole('button', { name: t.settings.keyIsStored }).click()
    await page.getByRole('listitem').filter({ hasText: 'Shop' }).getByText('Never used').waitFor()
    expect(await page.content()).to.not.include(secret)
  })

  it('invites a member and withdraws the invitation, and shows settings to a member without actions', async () => {
    const { page, project, open } = dashboard
    await open('/settings/members')
    const invitation = page.locator('form', { has: page.getByRole('button', { name: t.settings.invite }) })
    await invitation.getByLabel('Email address').fill('joan@example.com')
    await page.getByRole('button', { name: t.settings.invite }).click()
    await page.getByText(t.settings.invited('joan@example.com')).waitFor()
    await expectSoundPage(page)
    await page.getByRole('button', { name: t.settings.withdrawOf('joan@example.com') }).click()
    await page.getByText(t.settings.noInvitations).waitFor()
    const member = await createMember({ projectId: project.id, role: 'MEMBER' }, { password: PASSWORD })
    await createClient(dashboard.origin, project.secretKey).post('/contacts', {
      email: 'ada@example.com',
      data: { plan: 'pro' },
    })
    await dashboard.signOut()
    await dashboard.signIn(member, PASSWORD)
    const why = page.getByText(t.common.membersOnly)
    for (const part of ['general', 'members', 'danger']) {
      await open(`/settings/${part}`)
      await why.waitFor()
      const actions = page.locator('main').getByRole('button', { name: /^(?:Save|Invite|Remove|Reset|Delete)/ })
      expect(await actions.count(), part).to.equal(0)
    }
    await open('/settings/fields')
    await page.getByRole('link', { name: 'plan' }).click()
    await page.getByRole('dialog', { name: 'plan' }).getByText('pro', { exact: true }).waitFor()
    await why.waitFor()
    await expectSoundPage(page)
  })

  it('shows quotas and reputation, and deletes the project once its name is typed', async () => {
    const { page, project, open } = dashboard
    const { name = '' } = (await Project.findOne({ _id: project.id }).lean()) ?? {}
    await open('/settings/billing')
    await page.getByText(t.settings.namedKeys).waitFor()
    await expectSoundPage(page)
    await page.getByRole('link', { name: 'Reputation' }).click()
    await page
      .getByText(t.settings.rate('0', '0', '0'))
      .first()
      .waitFor()
    await expectSoundPage(page)
    await page.getByRole('link', { name: t.settings.parts.danger }).click()
    await page.getByRole('button', { name: t.settings.deleteProject }).click()
    const dialog = page.getByRole('dialog', { name: `Delete “${name}”` })
    const action = dialog.getByRole('button', { name: t.settings.deleteProject })
    await dialog.getByLabel(`Type “${name}”`).fill('another')
    expect(await action.isDisabled()).to.equal(true)
    await expectSoundPage(page)
    await dialog.getByLabel(`Type “${name}”`).fill(name)
    await Session.updateMany({ userId: dashboard.owner._id }, { createdAt: new Date(Date.now() - 660_000) })
    dashboard.expectStatus(403)
    await action.click()
    await dialog.getByText('Enter your password').waitFor()
    await expectSoundPage(page)
    await dialog.getByLabel('Your password').fill('a guess')
    dashboard.expectStatus(401)
    await action.click()
    await dialog.getByText(/incorrect.*password/i).waitFor()
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await action.click()
    await page.getByText(t.session.noProjects).waitFor()
    dashboard.expectStatus(404)
    await open('/contacts')
    await page.getByText(t.notFound.project).waitFor()
  })

  it('resets the project once its name is typed, reports the end, and then shows empty lists', async () => {
    const { page, project, open } = dashboard
    const { id: projectId } = project
    const { name = '' } = (await Project.findOne({ _id: projectId }).lean()) ?? {}
    await createContact({ projectId, email: 'gone@example.com' })
    await open('/contacts')
    await page.getByRole('link', { name: 'gone@example.com' }).waitFor()
    await page.keyboard.type('g,')
    await page.getByRole('link', { name: t.settings.parts.danger }).click()
    await page.getByRole('button', { name: t.settings.reset }).click()
    const dialog = page.getByRole('dialog', { name: `Reset “${name}”` })
    const action = dialog.getByRole('button', { name: t.settings.reset })
    expect(await action.isDisabled()).to.equal(true)
    await dialog.getByLabel(`Type “${name}”`).fill(name)
    await action.click()
    await page.getByText(t.settings.resetRuns).waitFor()
    await expectSoundPage(page)
    const job = await Job.findOne({ projectId, kind: 'RESET_PROJECT' }).orFail().lean()
    await eraseProject({ projectId, jobId: job._id })
    await page.getByText(t.settings.resetDone, { exact: true }).waitFor()
    await page.getByRole('button', { name: t.settings.reset }).waitFor()
    await page.keyboard.type('gc')
    await page.getByText('No contacts yet').waitFor()
  })

  it('shows a lost connection, explains a failed change, and reloads once it is back', async () => {
    const { page, project, open } = dashboard
    // The browser reports each request that it cannot send.
    dashboard.expectFault(/ERR_INTERNET_DISCONNECTED/)
    await open('/domains')
    await page.getByText(t.domains.empty).waitFor()
    await page.context().setOffline(true)
    const said = page.getByText(t.errors.offline)
    await said.waitFor()
    await page.getByRole('button', { name: t.domains.add }).click()
    const dialog = page.getByRole('dialog', { name: t.domains.add })
    await dialog.getByRole('textbox', { name: 'Domain' }).fill('typed.example.org')
    await dialog.getByRole('button', { name: t.domains.add }).click()
    await dialog.getByText(t.errors.unreachable).waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Domain' }).inputValue()).to.equal('typed.example.org')
    await expectSoundPage(page)
    await page.keyboard.press('Escape')
    await createDomain({ projectId: project.id, domain: 'meanwhile.example.org' })
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'meanwhile.example.org' }).waitFor()
    expect(await said.count()).to.equal(0)
    expect(await SenderDomain.countDocuments({ projectId: project.id, domain: 'typed.example.org' })).to.equal(0)
  })

  it('imports suppressed addresses from a file, follows the job, and lists them', async () => {
    const { page, project, open } = dashboard
    const { id: projectId } = project
    await open('/settings/suppressions')
    await page.getByText(t.suppressions.none, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: t.suppressions.importTitle })
    await expectSoundPage(page)
    const action = dialog.getByRole('button', { name: t.suppressions.importAction })
    await action.click()
    await dialog.getByText(t.imports.choose).waitFor()
    await dialog.getByLabel('File').setInputFiles({
      name: 'never.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('email,reason\r\nbounced@example.com,BOUNCE\r\nnobody,\r\nby-hand@example.com,\r\n'),
    })
    await action.click()
    const job = await eventually(
      () => Job.findOne({ projectId, status: 'PENDING' }).lean(),
      (found) => found !== null,
    )
    await dialog.waitFor({ state: 'detached' })
    await finishJob({ projectId, jobId: job?._id ?? '' }, importSlice)
    await page.getByRole('row', { name: /^bounced@example\.com Bounced/ }).waitFor()
    await page.getByRole('row', { name: /^by-hand@example\.com Manual/ }).waitFor()
    expect(await Suppression.countDocuments({ projectId })).to.equal(2)
  })

  it('switches single-key shortcuts off in the account, folds the sidebar, and keeps both', async () => {
    const { page, open, heading } = dashboard
    await open('')
    await heading('Home').waitFor()
    await page.keyboard.press('[')
    await page.getByRole('button', { name: t.shell.unfold }).waitFor()
    await expectSoundPage(page)
    await page.goto('/dashboard/account')
    await page.getByLabel(t.account.singleKeys).click()
    await open('')
    await heading('Home').waitFor()
    await page.getByRole('button', { name: t.shell.unfold }).waitFor()
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    expect(await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).count()).to.equal(0)
  })

  it('renews the session, reports a rate limit and waits, and loads a newer version when the page changes', async () => {
    const { page, owner, open } = dashboard
    dashboard.expectStatus(429)
    await Session.updateMany({ userId: owner._id }, { $set: { expiresAt: new Date(Date.now() + 3_600_000) } })
    const limited = { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests' }
    await page.route(
      '**/contacts?*',
      (route) =>
        route.fulfill({ status: 429, headers: { 'Retry-After': '2' }, json: { success: false, error: limited } }),
      { times: 1 },
    )
    await open('/contacts')
    await page.getByText(t.errors.waitsForLimit).waitFor()
    await page.getByText('No contacts yet').waitFor()
    await page.getByText(t.errors.waitsForLimit).waitFor({ state: 'detached' })
    await eventually(
      async () => Number((await Session.findOne({ userId: owner._id }).lean())?.expiresAt),
      (expiresAt) => expiresAt > Date.now() + 6 * 86_400_000,
    )
    await page.route('**/config', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), version: '99.0.0' } })
    })
    await open('/emails')
    await page.getByText(t.errors.newVersion).waitFor()
    await page.evaluate('window.isOld = true')
    await page.getByRole('link', { name: 'Contacts' }).click()
    await page.getByText('No contacts yet').waitFor()
    expect(await page.evaluate('window.isOld')).to.equal(undefined)
  })

  it('lists workflows, enables one, and opens the editor for one that is incomplete', async () => {
    const { page, project, heading } = dashboard
    const { id: projectId } = project
    const ready = await createWorkflow({ projectId, name: 'Ready', enabled: false, steps: [makeStep('EXIT')] })
    const [mail] = [makeStep('SEND_EMAIL', { templateId: null })]
    const open = await createWorkflow({ projectId, name: 'Not ready', enabled: false, steps: [mail] })
    await page.goto(`/dashboard/p/${projectId}`)
    await heading('Home').waitFor()
    await page.keyboard.type('gw')
    await page.getByRole('switch', { name: t.workflows.switchOf('Ready') }).click()
    await page.getByText(t.workflows.isEnabled, { exact: true }).first().waitFor()
    expect((await Workflow.findOne({ _id: ready._id }).lean())?.enabled).to.equal(true)
    await expectSoundPage(page)
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: t.workflows.create })
    await dialog.getByText('Schedule', { exact: true }).click()
    await dialog.getByText('Every day at 09:00').waitFor()
    await dialog.getByRole('radio', { name: 'Trial ends' }).check()
    await expectSoundPage(page)
    await dialog.getByLabel(t.sender.from, { exact: true }).fill('hello@example.com')
    await page.keyboard.press('Enter')
    await page.waitForURL(/workflows\/[\w-]+$/)
    const begun = await Workflow.findOne({ projectId, name: 'Trial ends' }).lean()
    expect(begun?.steps.filter(({ templateId }) => templateId !== null)).to.have.length(2)
    await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Workflows' }).click()
    await page.getByRole('switch', { name: t.workflows.switchOf('Trial ends') }).waitFor()
    await page.keyboard.press('c')
    await dialog.getByText('Event', { exact: true }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Welcome')
    await dialog.getByLabel(t.workflows.eventName).fill('signed up')
    await page.keyboard.press('Enter')
    await page.waitForURL(/workflows\/[\w-]+$/)
    const made = await Workflow.findOne({ projectId, name: 'Welcome' }).lean()
    expect(made).to.deep.include({ enabled: false, triggerConfig: { eventName: 'signed up' } })
    await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Workflows' }).click()
    dashboard.expectStatus(422)
    await page.getByRole('switch', { name: t.workflows.switchOf('Not ready') }).click()
    await page.waitForURL(`**/workflows/${open._id}*`)
    expect((await Workflow.findOne({ _id: open._id }).lean())?.enabled).to.equal(false)
  })
})

describe('an installation with billing and sign-in by other services', function () {
  this.timeout(600_000)
  const stripe = useStripe()
  const service = useSignInServer(CLIENT)
  const dashboard = useDashboard(
    // The servers know their addresses only once they have started.
    Object.defineProperties(stripe.settings(), {
      GITHUB_CLIENT_ID: { value: CLIENT.id, enumerable: true },
      GITHUB_CLIENT_SECRET: { value: CLIENT.secret, enumerable: true },
      GITHUB_URL: { get: () => service.url, enumerable: true },
      GITHUB_API_URL: { get: () => service.url, enumerable: true },
    }),
  )

  it('connects an account of GitHub for signing in, refuses that of another user, and disconnects it', async () => {
    const { page, project, owner } = dashboard
    // The browser visits the service, from which the page itself requests nothing.
    dashboard.expectFault(new RegExp(`^request to ${service.url}/`))
    const identity = { provider: 'github' as const, subject: '8', email: 'eve@example.net', connectedAt: new Date() }
    await User.updateOne({ _id: (await createUser())._id }, { $push: { identities: identity } })
    await page.goto('/dashboard/account')
    service.person = { subject: '8', email: 'eve@example.net', verified: true }
    await page.getByRole('button', { name: 'Connect GitHub' }).click()
    await page.getByText(t.account.connectErrors.identity_taken).waitFor()
    service.person = { subject: '7', email: 'private@example.net', verified: false }
    await page.getByRole('button', { name: 'Connect GitHub' }).click()
    await page.getByText(t.account.nowConnected('GitHub')).waitFor()
    await page.getByText('private@example.net').waitFor()
    await expectSoundPage(page)
    await page.goto(`/dashboard/p/${project.id}`)
    await dashboard.signOut()
    await page.getByRole('link', { name: 'Sign in with GitHub' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()

    await page.goto('/dashboard/account')
    await Session.updateMany({ userId: owner._id }, { createdAt: new Date(Date.now() - 660_000) })
    dashboard.expectStatus(403)
    await page.getByRole('button', { name: 'Disconnect GitHub' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disconnect GitHub' })
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('Not connected').waitFor()
    const stored = await User.findById(owner._id).orFail().lean()
    expect(stored.identities).to.deep.equal([])
    // The session continues with a new cookie.
    await page.reload()
    await page.getByRole('button', { name: 'Connect GitHub' }).waitFor()
  })

  it('limits the emails of a month, opens the payment page, and shows the next and the previous invoices', async () => {
    const { page, project } = dashboard
    dashboard.expectFault(/^request to https:\/\/checkout\.test\//)
    await page.route('https://checkout.test/**', (route) => route.fulfill({ body: 'The payment page' }))
    await page.goto(`/dashboard/p/${project.id}/settings/billing`)
    await page.getByText(t.settings.noSubscription).waitFor()
    await page.getByRole('button', { name: t.settings.changeLimits }).click()
    const dialog = page.getByRole('dialog', { name: t.settings.changeLimits })
    await dialog.getByLabel('Campaigns').fill('2345')
    await expectSoundPage(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('0 of 2,345').waitFor()
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText('The payment page').waitFor()

    const { billing } = await Project.findById(project.id).orFail().lean()
    const customer = billing?.customerId ?? expect.fail('The project is no customer')
    stripe.invoices.push({
      id: 'in_1',
      customer,
      number: 'A-1',
      status: 'open',
      amount_due: 2_900,
      amount_paid: 0,
      currency: 'eur',
      created: 1_700_000_000,
      due_date: null,
      hosted_invoice_url: 'https://invoice.test/in_1',
      invoice_pdf: 'https://invoice.test/in_1.pdf',
    })
    // The browser is back before the service has notified the gateway.
    await page.goto(`/dashboard/p/${project.id}/settings/billing?checkout=success`)
    await page.getByText(t.settings.subscriptionAwaited).waitFor()
    stripe.subscribe(customer)
    const event = stripe.event('customer.subscription.updated', customer)
    expect((await stripe.deliver(createClient(dashboard.origin), event)).status).to.equal(200)
    await page.getByText(t.settings.upcoming).waitFor()
    await page.getByText(t.settings.unpaid(1)).waitFor()
    await page.getByRole('row', { name: /^A-1 .*Open €29\.00/ }).waitFor()
    await expectSoundPage(page)
  })
})
