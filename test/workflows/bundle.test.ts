import { expect } from 'chai'
import { makeBundle } from '../../workers/bundle.js'

describe('the workflow bundle', () => {
  it('holds deterministic code alone: no database, no schemas, no templates', async () => {
    const { code } = await makeBundle()
    for (const workflow of ['deliverEmail', 'deliverEmails', 'runExecution', 'sendCampaign', 'sendCampaignPart']) {
      expect(code).to.include(workflow)
    }
    for (const outsider of ['node_modules/mongoose', 'node_modules/zod', 'node_modules/liquidjs']) {
      expect(code).to.not.include(outsider)
    }
  })
})
