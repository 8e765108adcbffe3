import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { updateWorkflow } from '../../commands/automation/workflows/update-workflow.js'
import { Template, Workflow } from '../support/models.js'
import type { WorkflowRecord } from '../../models/workflow.js'
import { expectSoundPage } from '../support/browser.js'
import { PASSWORD, useDashboard } from '../support/dashboard.js'
import { createContact, createMember, createTemplate, createWorkflow } from '../support/factories.js'
import { makeStep, makeTransition } from '../support/graphs.js'
import { t } from '../../dashboard/messages/index.js'

describe('the editor of workflows in a browser', function () {
  this.timeout(600_000)
  const dashboard = useDashboard()
  beforeEach(() => {
    for (const status of [409, 422]) dashboard.expectStatus(status)
  })
  const row = (name: RegExp) => dashboard.page.getByRole('treeitem', { name })
  const drawn = (name: string) => dashboard.page.locator('.react-flow__node', { hasText: name })
  const drag = async (from: Locator, to: Locator) => {
    const { mouse } = dashboard.page
    await from.hover()
    await mouse.down()
    await to.hover({ force: true })
    await mouse.up()
  }
  const stored = async ({ _id }: WorkflowRecord) => (await Workflow.findById(_id).lean())!
  const open = async ({ _id }: WorkflowRecord) => {
    // A smaller window begins without the outline.
    await dashboard.page.setViewportSize({ width: 1440, height: 900 })
    await dashboard.page.goto(`/dashboard/p/${dashboard.project.id}/workflows/${_id}`)
    await row(/TRIGGER/).waitFor()
  }

  it('builds, publishes and enables a workflow by the keyboard alone, from error to error', async () => {
    const { page, project } = dashboard
    const { keyboard } = page
    const { _id: templateId } = await createTemplate({
      projectId: project.id,
      name: 'Welcome',
      subject: 'Good morning',
    })
    await createContact({ projectId: project.id, email: 'ada@example.com' })
    const workflow = await createWorkflow({ projectId: project.id, enabled: false, triggerConfig: {} })
    await open(workflow)
    await page.getByRole('button', { name: t.workflowEditor.errors(1) }).waitFor()
    await expectSoundPage(page)
    // The next error is that of the trigger, whose form gets the focus.
    await keyboard.press('F8')
    await page.getByText(t.workflowEditor.missing['TRIGGER triggerConfig.eventName']!).first().waitFor()
    await keyboard.press('Alt+1')
    await keyboard.press('Enter')
    await keyboard.press('Tab')
    await keyboard.type('signed up')
    await page.getByRole('button', { name: t.workflowEditor.errors(1) }).waitFor({ state: 'detached' })
    // A delay, and an email after it.
    await keyboard.press('Alt+1')
    await keyboard.press('a')
    await page.getByRole('dialog', { name: t.workflowDialogs.add.title }).waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await row(/Delay: Delay/).waitFor()
    await keyboard.press('Alt+1')
    await keyboard.press('a')
    await page.getByRole('dialog', { name: t.workflowDialogs.add.title }).waitFor()
    await keyboard.press('Enter')
    await row(/Send email: Send email/).waitFor()
    await page.getByRole('button', { name: t.workflowEditor.errors(1) }).waitFor()
    expect(await row(/Send email/).textContent()).to.include(t.workflowEditor.errors(1))
    await keyboard.press('Alt+1')
    await keyboard.press('Enter')
    await keyboard.type('Welc')
    await page.getByRole('option', { name: /Welcome/ }).waitFor()
    await keyboard.press('Enter')
    await page.getByRole('button', { name: t.workflowEditor.errors(1) }).waitFor({ state: 'detached' })
    // Its template is shown, and edited beside the workflow.
    const sent = page.getByRole('region', { name: t.workflowSteps.email.preview })
    await sent.getByText('Good morning').waitFor()
    await sent.getByRole('button', { name: t.workflowSteps.email.drawer }).click()
    const drawer = page.getByRole('dialog', { name: 'Welcome' })
    await drawer.getByLabel('Subject', { exact: true }).fill('Good evening')
    await expectSoundPage(page)
    await keyboard.press('Control+s')
    await drawer.getByText('Saved', { exact: true }).waitFor()
    await keyboard.press('Escape')
    await sent.getByText('Good evening').waitFor()
    expect((await Template.findById(templateId).lean())?.subject).to.equal('Good evening')
    // The step before is three days long, and its name says so.
    await keyboard.press('Alt+1')
    await keyboard.press('ArrowUp')
    await keyboard.press('Enter')
    await keyboard.press('Tab')
    await keyboard.type('3')
    await keyboard.press('Alt+1')
    await keyboard.press('F2')
    await keyboard.press('End')
    await keyboard.type(' of three days')
    await row(/Delay of three days/).waitFor()
    await keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: t.workflowDialogs.publishing.title })
    await dialog.getByText(t.workflowDialogs.changeList.added('Delay of three days')).waitFor()
    await expectSoundPage(page)
    await dialog.getByLabel(t.workflowDialogs.publishing.enable).press('Space')
    await dialog.getByRole('button', { name: t.workflowDialogs.publishing.title }).press('Enter')
    await page.getByText(t.workflowDialogs.publishing.doneEnabled(2)).first().waitFor()
    const { version, enabled, triggerConfig, steps, transitions } = await stored(workflow)
    expect({ version, enabled, triggerConfig }).to.deep.equal({
      version: 2,
      enabled: true,
      triggerConfig: { eventName: 'signed up' },
    })
    expect(steps.map(({ type }) => type)).to.deep.equal(['TRIGGER', 'DELAY', 'SEND_EMAIL'])
    expect(steps[1]!.config).to.deep.equal({ amount: 3, unit: 'days' })
    expect(transitions).to.have.length(2)
    // The workflow starts for one contact, and the page follows the execution.
    await page.getByRole('button', { name: t.workflowEditor.tryIt }).click()
    await page.getByRole('combobox', { name: 'Contact' }).fill('ada@')
    await page.getByRole('option', { name: 'ada@example.com' }).click()
    await page.getByRole('button', { name: t.workflowDialogs.trying.start }).click()
    await page.waitForURL(/\/executions\/[0-9a-f-]+/)
    await page.getByText('ada@example.com').first().waitFor()
  })

  it('keeps a draft made with the mouse after a reload, and undoes each of its edits', async () => {
    const { page, project } = dashboard
    const workflow = await createWorkflow({ projectId: project.id, enabled: false })
    await open(workflow)
    // A step that is dropped on the empty canvas is unconnected until the user draws a connection.
    await page
      .getByRole('button', { name: t.workflowGraph.addOfType(t.workflowGraph.types.EXIT) })
      .dragTo(page.locator('.workflow-graph'), { targetPosition: { x: 200, y: 400 } })
    await row(/Not connected/).waitFor()
    await drag(page.locator('.react-flow__handle.source'), drawn('Exit').locator('.react-flow__handle.target'))
    await row(/Not connected/).waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: t.workflowGraph.addOfType(t.workflowGraph.types.DELAY) })
      .dragTo(page.getByRole('button', { name: t.workflowGraph.addStepBetween('TRIGGER', 'Exit') }))
    await row(/Delay: Delay/).waitFor()
    expect(await page.getByRole('treeitem').allTextContents()).to.have.length(3)
    await row(/Exit: Exit/).click()
    await page.getByLabel('Reason').fill('done')
    await page.getByRole('button', { name: /changes$/ }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: t.workflowEditor.discard }).waitFor()
    await row(/Exit: Exit/).waitFor()
    expect(await page.getByLabel('Reason').inputValue()).to.equal('done')
    // The stored draft is one step of the new history.
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await row(/Exit: Exit/).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    // Several steps are cut together, and restored together.
    await row(/Delay: Delay/).click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('heading', { name: t.workflowEditor.inspector.steps(2) }).waitFor()
    await page.keyboard.press('Control+x')
    await row(/Exit: Exit/).waitFor({ state: 'detached' })
    await row(/Delay: Delay/).waitFor({ state: 'detached' })
    await page.locator('[role=treeitem]:focus').waitFor()
    await page.keyboard.press('Control+z')
    await row(/Exit: Exit/).waitFor()
    await row(/Delay: Delay/).waitFor()
    // The page asks before the user leaves it, and keeps the draft if the user says so.
    await page.getByRole('link', { name: 'Workflows' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click()
    await page.getByRole('heading', { level: 1, name: 'Workflows' }).waitFor()
    expect((await stored(workflow)).version).to.equal(1)
  })

  it('moves a draft to the version that another editor has published, and asks about conflicts', async () => {
    const { page, project } = dashboard
    const { id: projectId } = project
    const exit = makeStep('EXIT', { name: 'End' })
    const decision = makeStep('CONDITION', { name: 'Plan', config: { field: 'data.plan', operator: 'exists' } })
    const workflow = await createWorkflow({
      projectId,
      name: 'Onboarding',
      steps: [decision, exit],
      transitions: [makeTransition(decision, exit, 'no')],
    })
    const other = await createMember({ projectId, role: 'ADMIN' }, { password: PASSWORD })
    await open(workflow)
    await page.getByLabel('Name').fill('My onboarding')
    await row(/on “yes”: ends here/).click()
    await page.keyboard.press('a')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Update contact/ })
      .click()
    await page.getByLabel('Subscription').selectOption('unsubscribe')
    const edit = { projectId, workflowId: workflow._id, authorId: other._id }
    await updateWorkflow(edit, { name: 'Welcome', allowReentry: true }, { allowTestDomains: true, allowPrivate: true })
    await page.keyboard.press('Control+s')
    await page
      .getByRole('dialog', { name: t.workflowDialogs.publishing.title })
      .getByRole('button', { name: t.workflowDialogs.publishing.title })
      .click()
    const collision = page.getByRole('dialog', { name: 'Version 2 was published' })
    await collision.getByText(`Published by ${other.email}`).waitFor()
    await collision.getByText(t.workflowDialogs.changeList.name('Welcome')).waitFor()
    await expectSoundPage(page)
    await collision.getByLabel(t.workflowDialogs.collision.other).check()
    await collision.getByRole('button', { name: t.workflowDialogs.collision.bring(2) }).click()
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
    await page.keyboard.press('Control+s')
    await page
      .getByRole('dialog', { name: t.workflowDialogs.publishing.title })
      .getByRole('button', { name: t.workflowDialogs.publishing.title })
      .click()
    await page.getByText(t.workflowDialogs.publishing.done(3)).first().waitFor()
    const { version, name, allowReentry, steps } = await stored(workflow)
    expect({ version, name, allowReentry, steps: steps.length }).to.deep.equal({
      version: 3,
      name: 'Welcome',
      allowReentry: true,
      steps: 4,
    })
  })

  it('compares two versions, and restores one as a draft', async () => {
    const { page, project, owner } = dashboard
    const { id: projectId } = project
    const workflow = await createWorkflow({ projectId, name: 'First', steps: [makeStep('EXIT', { name: 'End' })] })
    const edit = { projectId, workflowId: workflow._id, authorId: owner._id }
    await updateWorkflow(edit, { name: 'Second' }, { allowTestDomains: true, allowPrivate: true })
    await open(workflow)
    await page.getByRole('button', { name: 'Versions' }).click()
    await page.getByLabel('Compare version 1').check()
    await page.getByLabel('Compare version 2').check()
    await expectSoundPage(page)
    await page.getByRole('button', { name: t.workflowDialogs.versionList.compare }).click()
    await page.getByText(t.workflowDialogs.changeList.name('Second')).waitFor()
    await expectSoundPage(page)
    await page.goto(`/dashboard/p/${projectId}/workflows/${workflow._id}?version=1`)
    await page.getByRole('button', { name: t.workflowDialogs.old.restore }).click()
    await page.getByRole('heading', { level: 1, name: 'First' }).waitFor()
    await page.getByRole('button', { name: '1 change' }).waitFor()
    expect((await stored(workflow)).name).to.equal('Second')
  })
})
