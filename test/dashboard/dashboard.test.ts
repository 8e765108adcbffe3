import { expect } from 'chai'
import type { Route } from 'playwright-core'
import { Event } from '../../models/event.js'
import { Execution } from '../../models/execution.js'
import { Session } from '../../models/session.js'
import { newId } from '../../runtime/ids.js'
import { expectSoundPage, routeOpenPage } from '../support/browser.js'
import { PASSWORD, useDashboard } from '../support/dashboard.js'
import { eventuallyEquals } from '../support/eventually.js'
import {
  createCampaign,
  createContact,
  createContacts,
  createEmail,
  createMember,
  createProject,
  createWorkflow,
} from '../support/factories.js'
import { t } from '../../dashboard/messages/index.js'

describe('the dashboard in a browser', function () {
  this.timeout(600_000)
  const dashboard = useDashboard()

  it('signs a user in, opens the only project, and shows what is to be set up', async () => {
    const { page, project, owner } = dashboard
    dashboard.expectStatus(401)
    const scheduledFor = new Date(Date.now() + 86_400_000)
    await createCampaign({ projectId: project.id, name: 'Spring', status: 'SCHEDULED', scheduledFor })
    await dashboard.endSession()
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expectSoundPage(page)
    await dashboard.signIn(owner, PASSWORD)
    expect(new URL(page.url()).pathname.replace(/\/$/, '')).to.equal(`/dashboard/p/${project.id}`)
    await page.getByText(t.home.steps.contact).waitFor()
    await page.getByText(t.home.nothing).waitFor()
    await page.getByText(t.home.added('0')).waitFor()
    await page.getByRole('link', { name: t.home.campaign('Spring') }).waitFor()
    await expectSoundPage(page)
    // The step ticks itself, without a reload.
    await createContact({ projectId: project.id })
    await page.getByRole('listitem').filter({ hasText: t.home.steps.contact }).getByText('Done').waitFor()
  })

  it('explains a wrong password on the page', async () => {
    const { page, owner } = dashboard
    dashboard.expectStatus(401)
    await dashboard.endSession()
    await page.goto('/dashboard/sign-in')
    await page.getByLabel('Email address').fill(owner.email)
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).to.match(/password/i)
  })

  it('lists emails by the filters of the address, and shows the events of one with the reasons', async () => {
    const { page, project, open, heading } = dashboard
    const { id: projectId } = project
    const bounced = await createEmail({ projectId, subject: 'Your receipt', status: 'BOUNCED' })
    await createEmail({ projectId, subject: 'Welcome', status: 'DELIVERED' })
    const data = { bounceType: 'Permanent', diagnosticCode: '550 5.1.1 no such user <script>' }
    const ids = { projectId, contactId: bounced.contactId, emailId: bounced._id }
    await Event.create({ _id: newId(), ...ids, name: 'email.bounce', data, createdAt: new Date() })
    await open('/emails')
    await page.getByRole('link', { name: 'Welcome' }).waitFor()
    await expectSoundPage(page)
    await page.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Bounced' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Welcome' }).waitFor({ state: 'detached' })
    expect(page.url()).to.include('status=BOUNCED')
    await page.reload()
    await page.getByRole('link', { name: 'Your receipt' }).waitFor()
    // The keyboard is enough to get there.
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await heading('Your receipt').waitFor()
    await page.getByText('550 5.1.1 no such user <script>').first().waitFor()
    await page.getByText(t.reasons.bounces.Permanent.what).waitFor()
    await page.getByRole('button', { name: t.emails.sendAgain }).click()
    const confirmation = page.getByRole('dialog', { name: t.emails.sendAgainOne(bounced.to) })
    await confirmation.getByText(t.emails.sendAgainText('Hello')).waitFor()
    await expectSoundPage(page)
    await confirmation.getByRole('button', { name: t.emails.sendAgain }).click()
    await heading('Hello').waitFor()
    await page.getByRole('link', { name: t.emails.openFirst }).click()
    await page.getByText(t.emails.cannotSendAgain.sentAgain).waitFor()
    await expectSoundPage(page)
    // The same as on a page without TLS.
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await page.getByRole('button', { name: t.emails.copyId }).click()
    await page.getByText(t.common.notCopied).first().waitFor()
    await open('/emails?to=nobody@example.com')
    await page.getByText(t.emails.notFound).waitFor()
    // Until the answer comes it is unknown whether there are emails.
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await routeOpenPage(page, /\/emails\?/, async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: t.common.clearFilters }).first().click()
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    expect(await page.getByText('No emails yet').count()).to.equal(0)
    answer()
    await page.getByRole('link', { name: 'Welcome' }).waitFor()
  })

  it('finds a contact by a part of the address, and shows its fields and emails', async () => {
    const { page, project, open, heading } = dashboard
    const { id: projectId } = project
    await createContacts(3, { projectId })
    const ada = await createContact({ projectId, email: 'ada@lovelace.example', data: { plan: 'pro' } })
    await createEmail({ projectId, contactId: ada._id, to: ada.email, subject: 'For Ada' })
    await open('')
    await heading('Home').waitFor()
    await page.keyboard.type('gc')
    await heading('Contacts').waitFor()
    await page.getByRole('link', { name: 'ada@lovelace.example' }).waitFor()
    await expectSoundPage(page)
    await page.keyboard.press('/')
    await page.keyboard.type('ada@')
    await page.getByText(t.common.rows(1, '1')).waitFor()
    await page.getByRole('link', { name: 'ada@lovelace.example' }).click()
    await heading('ada@lovelace.example').waitFor()
    await page.getByText('pro', { exact: true }).waitFor()
    await expectSoundPage(page)
    await page.getByRole('link', { name: 'Emails' }).last().click()
    await page.getByRole('link', { name: 'For Ada' }).waitFor()
    for (const tab of [t.contacts.tabs.executions, t.contacts.tabs.segments])
      await page.getByRole('link', { name: tab }).last().click()
    await page.getByText(t.contacts.noSegments).waitFor()
  })

  it('asks for the password over the page once the session has ended, and continues there', async () => {
    const { page, project, owner, open } = dashboard
    dashboard.expectStatus(401)
    await open('/contacts')
    await page.getByText('No contacts yet').waitFor()
    await Session.deleteMany({ userId: owner._id })
    await createContact({ projectId: project.id, email: 'late@example.com' })
    await page.getByLabel('Status').selectOption('subscribed')
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    await expectSoundPage(page)
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('link', { name: 'late@example.com' }).waitFor()
    expect(page.url()).to.include('status=subscribed')
  })

  it('shows keys only on demand, and not to a member without permission', async () => {
    const { page, project, open } = dashboard
    await open('/settings/keys')
    await page.getByRole('button', { name: t.settings.reveal }).waitFor()
    expect(await page.content()).to.not.include(project.secretKey)
    await expectSoundPage(page)
    await page.getByRole('button', { name: t.settings.reveal }).click()
    await page.getByText(project.secretKey).waitFor()
    await page.getByRole('button', { name: t.settings.hide }).click()
    await page.getByText(project.secretKey).waitFor({ state: 'detached' })
    const member = await createMember({ projectId: project.id, role: 'MEMBER' })
    await dashboard.startSession(member)
    await open('/settings/keys')
    await page.getByText(t.settings.membersOnly).waitFor()
  })

  it('shows no project of another user, and no email or contact of it', async () => {
    const { page, open } = dashboard
    dashboard.expectStatus(404)
    const other = await createProject()
    const email = await createEmail({ projectId: other.id, subject: 'Not yours' })
    await page.goto(`/dashboard/p/${other.id}/emails`)
    await page.getByText(t.notFound.project).waitFor()
    await expectSoundPage(page)
    await open(`/emails/${email._id}`)
    await page.getByText(t.emails.gone).waitFor()
    await open(`/contacts/${email.contactId}`)
    await page.getByText(t.contacts.gone).waitFor()
    await open('/nothing/here')
    await page.getByText(t.notFound.page).waitFor()
    expect(await page.content()).to.not.include('Not yours')
  })

  it('can be used by the keyboard: palette, list of shortcuts, and a pasted id', async () => {
    const { page, project, open, heading } = dashboard
    const { _id } = await createEmail({ projectId: project.id, subject: 'By its id' })
    await open('')
    await heading('Home').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await expectSoundPage(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    await expectSoundPage(page)
    // The chosen entry is visible, also the last one of a long list.
    await page.keyboard.press('ArrowUp')
    const isSeen = `(() => {
      const [entry, list] = ['[role=option][aria-selected=true]', '[role=listbox]'].map((one) => document.querySelector(one))
      return entry === list.lastElementChild && entry.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom
    })()`
    await eventuallyEquals(() => page.evaluate(isSeen), true)
    await page.keyboard.type(_id)
    await page.getByRole('option', { name: t.commands.openById('email') }).waitFor()
    await page.keyboard.press('Enter')
    await heading('By its id').waitFor()
    const workflow = await createWorkflow({ projectId: project.id, name: 'Welcome' })
    const execution = newId()
    await Execution.create({
      _id: execution,
      projectId: project.id,
      workflowId: workflow._id,
      workflowVersion: workflow.version,
      contactId: newId(),
      status: 'WAITING',
      startedAt: new Date(),
      temporalWorkflowId: `execution:${execution}`,
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type(execution)
    await page.getByRole('option', { name: t.commands.openById('execution') }).click()
    await page.getByText(`Welcome, version ${workflow.version}`).waitFor()
    await createContact({ projectId: project.id, email: 'ann@example.com', data: { name: 'Ada Lovelace' } })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('lovelace ad')
    await page.getByRole('option', { name: 'ann@example.com' }).filter({ hasText: 'Ada Lovelace' }).click()
    await heading('ann@example.com').waitFor()
    // The page of an old link has no rows any more.
    await open('/workflows?page=7')
    await page.getByRole('link', { name: 'Welcome', exact: true }).waitFor()
    await page.getByRole('link', { name: t.workflows.showActive('1') }).click()
    await heading('Executions of Welcome').waitFor()
    expect(await page.getByLabel('Status').inputValue()).to.equal('ACTIVE')
  })

  it('opens the links of mails to the account and to parts of the settings', async () => {
    const { page, open, heading } = dashboard
    for (const status of [401, 422]) dashboard.expectStatus(status)
    await dashboard.endSession()
    await page.goto('/dashboard/sign-in?error=account_exists')
    await page.getByText(t.session.errors.account_exists).waitFor()
    await dashboard.startSession(dashboard.owner)
    await open('/settings/security')
    await page.getByRole('heading', { name: 'Reputation' }).waitFor()
    await page
      .getByText(t.settings.rate('0', '0', '0'))
      .first()
      .waitFor()
    await page.goto('/dashboard/account')
    await heading('Account').waitFor()
    await page.getByText('This browser').waitFor()
    await expectSoundPage(page)
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByLabel('New password').fill('password')
    await page.getByRole('button', { name: t.account.changePassword }).click()
    await page.getByText('too easy to guess').waitFor()
    await page.getByLabel('New password').fill(`${PASSWORD} again`)
    await page.getByRole('button', { name: t.account.changePassword }).click()
    await page.getByText(t.account.passwordChanged).first().waitFor()
  })

  it('repeats a change that failed at the end of the session when the user confirms it after signing in', async () => {
    const { page, owner } = dashboard
    dashboard.expectStatus(401)
    await page.goto('/dashboard/account')
    await page.getByText('This browser').waitFor()
    await Session.deleteMany({ userId: owner._id })
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByLabel('New password').fill(`${PASSWORD} again`)
    await page.getByRole('button', { name: t.account.changePassword }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('dialog', { name: t.session.repeatTitle }).getByRole('button', { name: 'Send again' }).click()
    await page.getByText(t.account.passwordChanged).first().waitFor()
  })

  it('drops the reads that still run before it signs out, and reads again where that fails', async () => {
    const { page, open, heading } = dashboard
    await open('')
    await heading('Home').waitFor()
    await routeOpenPage(page, '**/contacts?*', () => undefined, { times: 1 })
    const dropped = page.waitForEvent('requestfailed', (request) => request.url().includes('/contacts?'))
    const refuse = async (route: Route): Promise<void> => {
      await dropped
      await route.fulfill({ status: 503, json: {} })
    }
    await page.route('**/auth/logout', refuse, { times: 1 })
    dashboard.expectStatus(503)
    await page.getByRole('link', { name: 'Contacts', exact: true }).click()
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByText('No contacts yet').waitFor()
    await dashboard.signOut()
  })

  it('asks before signing out discards unsaved work, and discards it in every tab', async () => {
    const { page, project } = dashboard
    dashboard.expectStatus(401)
    const tab = await page.context().newPage()
    for (const one of [page, tab]) {
      await one.goto(`/dashboard/p/${project.id}/segments/new`)
      await one.getByLabel('Name').fill('Not saved')
    }
    // Keys that act on the page do nothing behind a dialog.
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    await page.keyboard.press('Control+s')
    await page.keyboard.press('Escape')
    const leave = async (): Promise<void> => {
      await page.getByRole('button', { name: /^Account/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
    }
    await leave()
    const dialog = page.getByRole('dialog', { name: 'Sign out without saving?' })
    await expectSoundPage(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByLabel('Name').inputValue()).to.equal('Not saved')
    await leave()
    await dialog.getByRole('button', { name: t.drafts.signOutAction }).click()
    for (const one of [page, tab]) await one.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(tab.url()).searchParams.get('next')).to.equal(`/dashboard/p/${project.id}/segments/new`)
    expect(await page.evaluate('Object.keys(localStorage)')).to.deep.equal([])
  })

  it('creates an account and its first project', async () => {
    const { page, heading } = dashboard
    dashboard.expectStatus(401)
    dashboard.expectStatus(422)
    await dashboard.endSession()
    await page.goto('/dashboard/sign-up')
    const email = `${newId()}@example.com`
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill('password')
    await page.getByRole('button', { name: t.session.signUp }).click()
    await page.getByText('too easy to guess').waitFor()
    await expectSoundPage(page)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: t.session.signUp }).click()
    await page.getByText(t.session.noProjects).waitFor()
    await expectSoundPage(page)
    // Without a project the page offers links, too.
    await page.getByRole('button', { name: `Account ${email}` }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('account')
    await page.keyboard.press('Enter')
    await heading('Account').waitFor()
    await dashboard.signOut()
    await dashboard.signIn({ email }, PASSWORD)
    await page.getByLabel('Name').fill('First')
    await page.getByRole('button', { name: t.session.newProject }).click()
    await heading('Home').waitFor()
  })
})
