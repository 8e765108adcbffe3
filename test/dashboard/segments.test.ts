import { expect } from 'chai'
import { createSegment } from '../../commands/audience/segments/create-segment.js'
import { updateSegment } from '../../commands/audience/segments/update-segment.js'
import { Contact, Segment, Suppression } from '../support/models.js'
import { only } from '../support/conditions.js'
import { expectSoundPage } from '../support/browser.js'
import { useDashboard } from '../support/dashboard.js'
import { createContact } from '../support/factories.js'
import { createContactsOn, IS_PRO } from '../support/segments.js'
import { t } from '../../dashboard/messages/index.js'

describe('segments in the dashboard', function () {
  this.timeout(600_000)
  const dashboard = useDashboard()

  it('can be made with the mouse or the keyboard alone, with the number of contacts beside', async () => {
    const { page, project, open, heading } = dashboard
    const [first] = await createContactsOn(project.id, ['pro', 'pro', 'team', null])
    await Contact.updateOne({ _id: first!._id }, { subscribed: false })
    await open('/segments')
    await page.getByText(t.segments.empty).waitFor()
    await expectSoundPage(page)
    await page.keyboard.press('c')
    await heading(t.segments.newSegment).waitFor()
    await page.getByLabel('Name').fill('Pros')
    // By mouse.
    await page.getByRole('button', { name: t.conditions.addFilter }).click()
    await page.getByRole('combobox', { name: 'Field' }).click()
    await page.getByRole('option', { name: 'plan' }).click()
    await page.getByRole('combobox', { name: 'Value', exact: true }).click()
    await page.getByRole('option', { name: 'pro' }).click()
    await page.getByText('2 contacts', { exact: true }).waitFor()
    const parts = page.getByRole('list', { name: t.audience.parts })
    expect(await parts.getByRole('listitem').allTextContents()).to.deep.equal([
      `1 ${t.audience.eligible}`,
      '1 unsubscribed',
      '0 suppressed',
    ])
    await page.getByRole('list', { name: t.audience.sample }).getByText(first!.email).waitFor()
    await expectSoundPage(page)
    // By the keyboard alone: another filter, moved before the first.
    const rows = page.locator('[data-path]')
    await page.getByRole('button', { name: t.conditions.addFilter }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('subscr')
    await page.keyboard.press('Enter')
    await page.getByText('1 contact', { exact: true }).waitFor()
    await page.keyboard.press('Alt+ArrowUp')
    await rows
      .first()
      .and(page.getByRole('group', { name: 'Subscribed is yes' }))
      .waitFor()
    // By drag: down below the other one, and back by the keyboard.
    const [handle, last] = [rows.first().locator('[data-drag]'), rows.last()]
    await handle.hover()
    await page.mouse.down()
    const { x, y, height } = (await last.boundingBox())!
    await page.mouse.move(x + 12, y + height - 4, { steps: 4 })
    await page.mouse.up()
    await rows
      .last()
      .and(page.getByRole('group', { name: 'Subscribed is yes' }))
      .waitFor()
    await rows.last().getByRole('combobox', { name: 'Field' }).press('Alt+ArrowUp')
    await rows
      .first()
      .and(page.getByRole('group', { name: 'Subscribed is yes' }))
      .waitFor()
    await page.keyboard.press('Control+s')
    await heading('Pros').waitFor()
    await page.getByText(`${t.segments.types.DYNAMIC}, ${t.segments.members(1, '1')}`).waitFor()
    const stored = await Segment.findOne({ projectId: project.id }).lean()
    expect(stored?.condition?.groups).to.deep.equal([
      {
        filters: [
          { field: 'subscribed', operator: 'equals', value: true },
          { field: 'data.plan', operator: 'equals', value: 'pro' },
        ],
      },
    ])
  })

  it('keep unsaved changes, undo a deletion, and show what another editor has saved', async () => {
    const { page, project, open, heading } = dashboard
    dashboard.expectStatus(409)
    await createContactsOn(project.id, ['pro'])
    const common = { projectId: project.id, description: null, type: 'DYNAMIC', trackMembership: false } as const
    const segment = await createSegment({ ...common, name: 'Pros', condition: IS_PRO })
    await createSegment({
      ...common,
      name: 'Needs it',
      condition: only({ field: `segment.${segment._id}`, operator: 'memberOfSegment' }),
    })
    await open(`/segments/${segment._id}`)
    await page.getByRole('button', { name: t.conditions.filterActions('plan is pro') }).click()
    await page.getByRole('menuitem', { name: t.conditions.delete }).click()
    await page.getByText(t.conditions.noneYet).waitFor()
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await page.getByRole('group', { name: 'plan is pro' }).waitFor()
    await page.getByRole('combobox', { name: 'Value', exact: true }).fill('team')
    await page.getByRole('link', { name: 'Settings' }).last().click()
    await page.getByLabel('Name').fill('Teams')
    await expectSoundPage(page)
    await page.reload()
    await page.getByText(t.drafts.restoredText).waitFor()
    await updateSegment({ projectId: project.id, segmentId: segment._id }, { name: 'Theirs' })
    await page.keyboard.press('Control+s')
    const stale = page.getByRole('dialog', { name: t.drafts.stale })
    await stale.getByText('Theirs', { exact: true }).last().waitFor()
    await expectSoundPage(page)
    await stale.getByRole('button', { name: t.drafts.keepMine }).click()
    await heading('Teams').waitFor()
    expect((await Segment.findById(segment._id).lean())?.condition?.groups[0]?.filters[0]?.value).to.equal('team')
    // A switch does not change a segment that another editor has changed meanwhile: it shows that change first.
    await updateSegment({ projectId: project.id, segmentId: segment._id }, { name: 'Squads' })
    const tracking = page.getByRole('switch', { name: t.segments.tracking })
    await tracking.click()
    await page.getByText(t.segments.trackingStale).waitFor()
    await heading('Squads').waitFor()
    await tracking.click()
    await page.getByText('segment.pros.entry').waitFor()
    await page.getByRole('button', { name: t.segments.moreActions }).click()
    await page.getByRole('menuitem', { name: t.segments.delete }).click()
    const used = page.getByRole('dialog', { name: t.segments.used('Squads') })
    await used.getByRole('link', { name: 'Needs it' }).waitFor()
    await expectSoundPage(page)
  })

  it('can be made of the contacts that match a condition in the address', async () => {
    const { page, project, open, heading } = dashboard
    const [pro, team, bounced] = await createContactsOn(project.id, ['pro', 'team', 'team'])
    await Suppression.create({ projectId: project.id, email: bounced!.email, reason: 'BOUNCE' })
    await open(`/contacts?where=${encodeURIComponent(JSON.stringify(IS_PRO))}`)
    await page.getByRole('link', { name: pro!.email }).waitFor()
    expect(await page.getByRole('link', { name: team!.email }).count()).to.equal(0)
    await page.getByRole('button', { name: t.contacts.conditionOf(1) }).click()
    const drawer = page.getByRole('dialog', { name: t.contacts.conditionTitle })
    await drawer.getByRole('combobox', { name: 'Value', exact: true }).fill('team')
    // Escape closes the list of values, then the drawer; the typed text is there again.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: t.contacts.conditionOf(1) }).click()
    expect(await drawer.getByRole('combobox', { name: 'Value', exact: true }).inputValue()).to.equal('team')
    await drawer.getByRole('list', { name: t.audience.sample }).getByText(team!.email).waitFor()
    await expectSoundPage(page)
    await drawer.getByRole('button', { name: t.contacts.showThese }).click()
    await page.getByRole('link', { name: team!.email }).waitFor()
    expect(new URL(page.url()).searchParams.get('where')).to.include('"team"')
    // Each part of the audience links to its contacts.
    await page.getByRole('button', { name: t.contacts.conditionOf(1) }).click()
    await drawer.getByRole('link', { name: '1 suppressed' }).click()
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: team!.email }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: bounced!.email }).waitFor()
    await page.getByLabel('Suppression').selectOption('Not suppressed')
    await page.getByRole('link', { name: team!.email }).waitFor()
    expect(await page.getByRole('link', { name: bounced!.email }).count()).to.equal(0)
    await page.getByRole('button', { name: 'Save as segment' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Teams')
    await page.getByRole('button', { name: t.segments.newSegment }).click()
    await heading('Teams').waitFor()
    await page.getByRole('button', { name: t.segments.showContacts }).click()
    await page.getByText(t.contacts.inSegment('Teams')).waitFor()
    await page.getByRole('link', { name: team!.email }).waitFor()
    await page.getByText(t.common.rows(2, '2')).waitFor()
    await open(`/contacts?where=${encodeURIComponent('{"logic":"AND"}')}`)
    await page.getByText('groups: A condition must have at least one group').waitFor()
  })

  it('accept pasted addresses, name the unknown ones, and remove a member', async () => {
    const { page, project, open } = dashboard
    const { id: projectId } = project
    const ada = await createContact({ projectId, email: 'ada@lovelace.example' })
    const common = { description: null, condition: null, trackMembership: true } as const
    const segment = await createSegment({ ...common, projectId, name: 'Friends', type: 'STATIC' })
    await open(`/segments/${segment._id}`)
    await page.getByText(t.segments.noMembersStatic).waitFor()
    await page
      .getByLabel(t.segments.addresses, { exact: true })
      .fill('name,address\nAda,Ada@Lovelace.example\nx,<nobody@else.example>;ada@lovelace')
    await page.getByText(t.segments.leftOutTitle(1, '1')).waitFor()
    await page.getByRole('button', { name: `${t.segments.addThem(2, '2')}, ${t.segments.leftOut('1')}` }).click()
    await page.getByText(t.segments.unknownTitle(1, '1')).waitFor()
    await page.getByText('nobody@else.example').waitFor()
    await page.getByRole('link', { name: ada.email }).waitFor()
    expect(await page.getByLabel(t.segments.addresses, { exact: true }).inputValue()).to.equal('ada@lovelace')
    await expectSoundPage(page)
    const marked = Buffer.from('\uFEFF“Ada” <ada@lovelace.example>\r\nMüller@firm', 'utf16le')
    for (const buffer of [marked, Buffer.from(marked).swap16()]) {
      await page.getByLabel(t.segments.addresses, { exact: true }).fill('')
      await page.getByLabel(t.segments.fromFile).setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer })
      await page.getByRole('button', { name: `${t.segments.addThem(1, '1')}, ${t.segments.leftOut('1')}` }).waitFor()
      await page.getByRole('listitem').filter({ hasText: 'Müller@firm' }).waitFor()
    }
    await page.getByRole('button', { name: `Remove ${ada.email}` }).click()
    await page.getByText(t.segments.noMembers).waitFor()
    await page.getByRole('button', { name: t.segments.createUnknown }).click()
    await page.getByRole('link', { name: 'nobody@else.example' }).waitFor()
    await page.getByRole('link', { name: 'Settings' }).last().click()
    await page.getByText('segment.friends.entry').waitFor()
    expect((await Contact.findOne({ projectId, email: 'nobody@else.example' }).lean())?.subscribed).to.equal(false)
  })
})
