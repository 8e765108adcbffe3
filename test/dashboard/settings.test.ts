import { expect } from 'chai'
import type { CreatedProject } from '../../commands/projects/create-project.js'
import { ApiKey } from '../../models/api-key.js'
import { Project } from '../../models/project.js'
import { Session } from '../../models/session.js'
import type { UserRecord } from '../../models/user.js'
import { Workflow } from '../../models/workflow.js'
import { expectSoundPage } from '../support/browser.js'
import { useDashboard } from '../support/dashboard.js'
import { createMember, createProject, createWorkflow } from '../support/factories.js'
import { makeStep } from '../support/graphs.js'
import { eventually } from '../support/eventually.js'
import { createClient } from '../support/http-client.js'

const PASSWORD = 'correct horse battery staple'

describe('the settings and the workflows of a project in a browser', function () {
  this.timeout(600_000)
  const dashboard = useDashboard()
  let project: CreatedProject
  let owner: UserRecord
  beforeEach(async () => {
    project = await createProject()
    owner = await createMember({ projectId: project.id, role: 'OWNER' }, { password: PASSWORD })
    dashboard.expectStatus(401)
    await dashboard.signIn(owner, PASSWORD)
  })
  const open = (path: string) => dashboard.page.goto(`/dashboard/p/${project.id}${path}`)
  const heading = (name: string, level = 1) => dashboard.page.getByRole('heading', { level, name, exact: true })

  it('changes general settings, and makes a named key that is shown once', async () => {
    const { page } = dashboard
    await open('/settings')
    await page.getByLabel('Name').waitFor()
    await expectSoundPage(page)
    await page.getByLabel('Name').fill('Renamed')
    await page.getByLabel('Time zone').fill('Europe/Nowhere')
    dashboard.expectStatus(422)
    await page.keyboard.press('Control+s')
    await page.getByText('Not a time zone').waitFor()
    await page.getByLabel('Time zone').fill('Europe/Berlin')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Project Renamed' }).waitFor()
    const stored = await Project.findOne({ _id: project.id }).lean()
    expect(stored).to.include({ name: 'Renamed', timezone: 'Europe/Berlin' })

    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByText('No named keys yet').waitFor()
    await expectSoundPage(page)
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'New key' })
    await dialog.getByLabel('Name').fill('Shop')
    await expectSoundPage(page)
    await dialog.getByRole('button', { name: 'Create the key' }).click()
    const shown = page.getByRole('dialog', { name: 'The key “Shop”' })
    const secret = (await shown.locator('code').textContent()) ?? ''
    const key = await ApiKey.findOne({ projectId: project.id }).lean()
    expect(secret).to.match(/^sk_send_/)
    expect(secret.slice(-4)).to.equal(key?.lastFour)
    await shown.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Shop' }).getByText('Never used').waitFor()
    expect(await page.content()).to.not.include(secret)
  })

  it('invites a member and withdraws that, and shows a member the settings without acts', async () => {
    const { page } = dashboard
    await open('/settings/members')
    await page.getByLabel('Email address').fill('joan@example.com')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByText('joan@example.com is invited').waitFor()
    await expectSoundPage(page)
    await page.getByRole('button', { name: 'Withdraw the invitation of joan@example.com' }).click()
    await page.getByText('Nobody is invited.').waitFor()
    const member = await createMember({ projectId: project.id, role: 'MEMBER' }, { password: PASSWORD })
    await createClient(dashboard.origin, project.secretKey).post('/contacts', {
      email: 'ada@example.com',
      data: { plan: 'pro' },
    })
    await dashboard.signOut()
    await dashboard.signIn(member, PASSWORD)
    const why = page.getByText('Your role in this project is Member')
    for (const part of ['general', 'members', 'danger']) {
      await open(`/settings/${part}`)
      await why.waitFor()
      const acts = page.locator('main').getByRole('button', { name: /^(?:Save|Invite|Remove|Reset|Delete)/ })
      expect(await acts.count(), part).to.equal(0)
    }
    await open('/settings/fields')
    await page.getByRole('link', { name: 'plan' }).click()
    await page.getByRole('dialog', { name: 'plan' }).getByText('pro', { exact: true }).waitFor()
    await why.waitFor()
    await expectSoundPage(page)
  })

  it('shows quotas and reputation, and deletes the project once its name is typed', async () => {
    const { page } = dashboard
    const { name = '' } = (await Project.findOne({ _id: project.id }).lean()) ?? {}
    await open('/settings/billing')
    await page.getByText('Named keys').waitFor()
    await expectSoundPage(page)
    await page.getByRole('link', { name: 'Reputation' }).click()
    await page.getByText('0 %: 0 of 0 sent').first().waitFor()
    await expectSoundPage(page)
    await page.getByRole('link', { name: 'Reset and delete' }).click()
    await page.getByRole('button', { name: 'Delete the project' }).click()
    const dialog = page.getByRole('dialog', { name: `Delete “${name}”` })
    const act = dialog.getByRole('button', { name: 'Delete the project' })
    await dialog.getByLabel(`Type “${name}”`).fill('another')
    expect(await act.isDisabled()).to.equal(true)
    await expectSoundPage(page)
    await dialog.getByLabel(`Type “${name}”`).fill(name)
    await act.click()
    await page.getByText('No project yet').waitFor()
    dashboard.expectStatus(404)
    await open('/contacts')
    await page.getByText('There is no such project here').waitFor()
  })

  it('switches single keys off in the account, folds the sidebar, and keeps both', async () => {
    const { page } = dashboard
    await page.keyboard.press('[')
    await page.getByRole('button', { name: 'Unfold the sidebar' }).waitFor()
    await expectSoundPage(page)
    await page.goto('/dashboard/account')
    await page.getByLabel('Shortcuts of single keys').click()
    await expectSoundPage(page)
    await open('')
    await heading('Home').waitFor()
    await page.getByRole('button', { name: 'Unfold the sidebar' }).waitFor()
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    expect(await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).count()).to.equal(0)
  })

  it('renews the session, waits for a limit and says so, and loads a newer version on the way to a page', async () => {
    const { page } = dashboard
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
    await page.getByText('the page goes on by itself').waitFor()
    await page.getByText('No contacts yet').waitFor()
    await page.getByText('the page goes on by itself').waitFor({ state: 'detached' })
    await eventually(
      async () => Number((await Session.findOne({ userId: owner._id }).lean())?.expiresAt),
      (expiresAt) => expiresAt > Date.now() + 6 * 86_400_000,
    )
    await page.route('**/config', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), version: '99.0.0' } })
    })
    await open('/emails')
    await page.getByText('A newer version of the dashboard is there.').waitFor()
    await page.evaluate('window.isOld = true')
    await page.getByRole('link', { name: 'Contacts' }).click()
    await page.getByText('No contacts yet').waitFor()
    expect(await page.evaluate('window.isOld')).to.equal(undefined)
  })

  it('lists workflows, enables one, and leads from one that is not complete into its editor', async () => {
    const { page } = dashboard
    const { id: projectId } = project
    const ready = await createWorkflow({ projectId, name: 'Ready', enabled: false, steps: [makeStep('EXIT')] })
    const [mail] = [makeStep('SEND_EMAIL', { templateId: null })]
    const open = await createWorkflow({ projectId, name: 'Not ready', enabled: false, steps: [mail] })
    await page.keyboard.type('gw')
    await page.getByRole('switch', { name: '“Ready” is enabled' }).click()
    await page.getByText('“Ready” is enabled.', { exact: true }).first().waitFor()
    expect((await Workflow.findOne({ _id: ready._id }).lean())?.enabled).to.equal(true)
    await expectSoundPage(page)
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'New workflow' })
    await dialog.getByText('Schedule', { exact: true }).click()
    await dialog.getByText('Every day at 09:00').waitFor()
    await expectSoundPage(page)
    await dialog.getByText('Event', { exact: true }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Welcome')
    await dialog.getByLabel('Name of the event').fill('signed up')
    await page.keyboard.press('Enter')
    await page.waitForURL(/workflows\/[\w-]+$/)
    const made = await Workflow.findOne({ projectId, name: 'Welcome' }).lean()
    expect(made).to.deep.include({ enabled: false, triggerConfig: { eventName: 'signed up' } })
    await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Workflows' }).click()
    dashboard.expectStatus(422)
    await page.getByRole('switch', { name: '“Not ready” is enabled' }).click()
    await page.waitForURL(`**/workflows/${open._id}*`)
    expect((await Workflow.findOne({ _id: open._id }).lean())?.enabled).to.equal(false)
  })
})
