import { expect } from 'chai'
import { makeBundle } from '../../workers/bundle.js'

describe('the workflow bundle', () => {
  it('holds deterministic code alone: no database, no schemas, no templates', async () => {
    const { code } = await makeBundle()
    for (const workflow of ['deliverEmail', 'deliverEmails', 'walkExecution', 'sendCampaign', 'sendCampaignPart']) {
      expect(code).to.include(workflow)
    }
    for (const outsider of ['node_modules/mongoose', 'node_modules/zod', 'node_modules/liquidjs']) {
      expect(code).to.not.include(outsider)
    }
  })

  it('maps its lines to those of the sources without holding their text', async () => {
    const { code } = await makeBundle()
    const [, encoded = ''] = code.split('//# sourceMappingURL=data:application/json;charset=utf-8;base64,')
    const map = JSON.parse(Buffer.from(encoded, 'base64').toString()) as { sources: string[]; mappings: string }
    expect(map.sources.filter((source) => source.endsWith('workflows/walk-execution.ts'))).to.have.lengthOf(1)
    expect(map.mappings.length).to.be.above(100_000)
    expect(map).to.not.have.property('sourcesContent')
  })
})
