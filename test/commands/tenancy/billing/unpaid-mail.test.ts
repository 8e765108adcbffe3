import { expect } from 'chai'
import { applySubscription } from '../../../../commands/lifecycle/billing/apply-subscription.js'
import { tellMembersSlice } from '../../../../commands/accounts/members/tell-members-slice.js'
import { withOpenLink } from '../../../../commands/sending/platform-mail/open-link.js'
import { platformSettings } from '../../../../commands/sending/platform-mail/platform.js'
import { PLATFORM_TEXTS } from '../../../../mail/platform/platform-mail.js'
import type { Language } from '../../../../models/domain/choose-language.js'
import { Email, Job } from '../../../support/models.js'
import { Project } from '../../../../models/project.js'
import { ENCRYPTION_KEYS, testConfig } from '../../../support/config.js'
import { useDatabase } from '../../../support/database.js'
import { createMember, createProject } from '../../../support/factories.js'
import { finishJob } from '../../../support/jobs.js'

const PAGES = 'https://app.example.com'
const SETTINGS = platformSettings({ ...testConfig(), PLATFORM_FROM: 'posthorn@example.com', DASHBOARD_URL: PAGES })

describe('the members of a project whose payments were given up', () => {
  useDatabase()
  const languages = Object.keys(PLATFORM_TEXTS) as Language[]

  for (const language of languages) {
    it(`are informed once, in their language: ${language}`, async () => {
      const { id: projectId } = await createProject('Acme')
      const customerId = `cus_${projectId}`
      await Project.updateOne({ _id: projectId }, { $set: { language, billing: { customerId } } })
      const { email: to } = await createMember({ projectId, role: 'OWNER' })
      const subscription = { id: 'sub_1', status: 'unpaid' as const, endedUnpaid: false }
      const provider = { findSubscription: async () => subscription }
      for (const _ of [1, 2, 3]) await applySubscription(customerId, { provider, mailsMembers: true })
      const [job, ...others] = await Job.find({ projectId }).lean()
      expect([job?.kind, others]).to.deep.equal(['TELL_MEMBERS', []])
      await finishJob({ projectId, jobId: job?._id ?? '' }, (ref) => tellMembersSlice(ref, SETTINGS))
      const [mail, ...more] = await Email.find({ to }).lean()
      expect(more).to.deep.equal([])
      expect(mail?.subject).to.equal(PLATFORM_TEXTS[language].unpaid.subject).and.not.contain('{{')
      const opened = mail && withOpenLink(mail, ENCRYPTION_KEYS)
      expect(opened?.variables?.data).to.include({ project: 'Acme', link: `${PAGES}/p/${projectId}/settings/billing` })
    })
  }

  it('get a mail of their own in each language', () => {
    const subjects = languages.map((language) => PLATFORM_TEXTS[language].unpaid.subject)
    expect(new Set(subjects).size).to.equal(10)
  })
})
