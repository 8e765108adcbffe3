import { expect } from 'chai'
import { t } from '../../dashboard/messages/index.js'
import { expectSoundPage } from '../support/browser.js'
import { useDashboard } from '../support/dashboard.js'
import { createCampaign, createTemplate, createWorkflow } from '../support/factories.js'
import { Campaign, TemplateVersion } from '../support/models.js'

describe('archived records and versions in a browser', function () {
  this.timeout(600_000)
  const dashboard = useDashboard()
  const box = (name: string) => dashboard.page.getByRole('checkbox', { name: t.selection.one(name) })
  const button = (name: string) => dashboard.page.getByRole('button', { name, exact: true })
  const link = (name: string) => dashboard.page.getByRole('link', { name, exact: true })

  it('archives several campaigns, says which it cannot, undoes it, and restores one on its page', async () => {
    const { page, project, open } = dashboard
    const add = (name: string, fields: object = {}) => createCampaign({ projectId: project.id, name, ...fields })
    // The newest one is the first of the list.
    await add('Delta', { status: 'SENT' })
    await add('Gamma', { status: 'SENDING', startedAt: new Date() })
    await add('Beta')
    const alpha = await add('Alpha')
    await open('/campaigns')
    await box('Alpha').click()
    await box('Gamma').click({ modifiers: ['Shift'] })
    await page.getByText(t.selection.selected('3')).waitFor()
    await button(t.archive.archive).click()
    const failed = t.bulk.oneFailed.archive(t.bulk.reasons.SENDING)
    await page
      .getByText(t.bulk.both(t.bulk.done.archive('2'), failed))
      .first()
      .waitFor()
    await page.getByText(t.bulk.failed('Gamma', t.bulk.reasons.SENDING)).waitFor()
    await link('Alpha').waitFor({ state: 'detached' })
    expect(await box('Gamma').isChecked()).to.equal(true)
    await expectSoundPage(page)
    await button(t.common.undo).click()
    await link('Alpha').waitFor()
    expect(await Campaign.countDocuments({ projectId: project.id, archived: true })).to.equal(0)

    // By the keyboard: the row with the focus, and the rows up to another one.
    await button(t.selection.none).click()
    await link('Alpha').focus()
    await page.keyboard.press('x')
    await box('Beta').focus()
    await page.keyboard.press('Shift+Space')
    await page.getByText(t.selection.selected('2')).waitFor()
    await button(t.archive.archive).press('Enter')
    await link('Beta').waitFor({ state: 'detached' })

    await page.getByRole('checkbox', { name: t.archive.archived, exact: true }).click()
    await link('Beta').waitFor()
    expect(page.url()).to.contain('archived=true')
    await link('Gamma').waitFor({ state: 'detached' })
    await link('Alpha').click()
    await page.getByText(t.bulk.banners.campaign).waitFor()
    await expectSoundPage(page)
    await button(t.archive.restore).click()
    await page.getByText(t.bulk.banners.campaign).waitFor({ state: 'detached' })
    expect(await Campaign.findById(alpha._id).lean()).to.include({ archived: false, name: 'Alpha' })
  })

  it('archives and deletes templates and workflows from their lists and the palette', async () => {
    const { page, project, open, heading } = dashboard
    const { _id: templateId } = await createTemplate({ projectId: project.id, name: 'Old letter' })
    const workflow = await createWorkflow({ projectId: project.id, name: 'Onboarding', enabled: true })
    await createWorkflow({ projectId: project.id, name: 'Unused', enabled: false })
    await open('/workflows')
    await page.getByLabel(t.selection.shown).click()
    await button(t.archive.archive).click()
    await page.getByText(t.bulk.failed('Onboarding', t.bulk.reasons.enabled)).waitFor()
    await link('Unused').waitFor({ state: 'detached' })
    await page.goto(`${dashboard.origin}/dashboard/p/${project.id}/workflows?archived=true`)
    await box('Unused').click()
    await button(t.bulk.delete).click()
    await page.getByRole('dialog').getByRole('button', { name: t.bulk.delete, exact: true }).click()
    await page.getByText(t.bulk.none).waitFor()
    await open(`/workflows/${workflow._id}`)
    await heading('Onboarding').waitFor()
    expect(await page.getByText(t.bulk.banners.workflow).count()).to.equal(0)

    await open(`/templates/${templateId}`)
    await heading('Old letter').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(t.archive.archive)
    await page.getByRole('option', { name: t.archive.archive, exact: true }).click()
    await page.getByText(t.bulk.banners.template).waitFor()
    await open('/templates')
    await page.getByText(t.templates.empty).waitFor()
  })

  it('shows the versions of a template, and restores one', async () => {
    const { page, project, open, heading } = dashboard
    const { _id } = await createTemplate({
      projectId: project.id,
      name: 'Welcome',
      subject: 'First',
      body: '<h1>First</h1>',
    })
    await open(`/templates/${_id}`)
    await heading('Welcome').waitFor()
    const subject = page.getByRole('textbox', { name: t.content.subject })
    await subject.fill('Second')
    await page.keyboard.press('Control+s')
    await page.getByText(t.templates.saved, { exact: true }).waitFor()
    await button(t.templateHistory.open).click()
    const dialog = page.getByRole('dialog', { name: t.templateHistory.title })
    await dialog.getByText(t.templateHistory.changed(t.templateHistory.parts.subject)).waitFor()
    await dialog.getByText(dashboard.owner.email).waitFor()
    await dialog.getByRole('button', { name: t.templateHistory.first }).click()
    const version = dialog.getByRole('region', { name: t.templateHistory.version(1) })
    await version.getByText('First', { exact: true }).waitFor()
    await version
      .frameLocator('iframe')
      .first()
      .frameLocator('iframe')
      .getByRole('heading', { name: 'First' })
      .waitFor()
    await expectSoundPage(page)
    await version.getByRole('button', { name: t.templateHistory.restore }).click()
    const question = page.getByRole('dialog', { name: t.templateHistory.restoreTitle(1) })
    await question.getByRole('button', { name: t.templateHistory.restore }).click()
    await page.getByText(t.templateHistory.restored(1)).first().waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(await subject.inputValue()).to.equal('First')
    expect(await TemplateVersion.countDocuments({ templateId: _id })).to.equal(2)
  })
})
