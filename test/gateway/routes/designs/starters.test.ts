import { expect } from 'chai'
import { registerFields } from '../../../../commands/base/records/known-fields.js'
import { readEmailDesign } from '../../../../models/domain/design/read-design.js'
import type { Starter } from '../../../../models/domain/design/starters/parts.js'
import type { Finding } from '../../../../models/domain/findings/finding.js'
import { useProject } from '../../../support/project.js'

const MAX_BYTES = 40 * 1024

describe('GET /designs/starters', () => {
  const { project, client } = useProject()

  it('lists designs that are sound, small and without findings but for links that are to be replaced', async () => {
    await registerFields(project.id, { firstName: 'Ada' })
    const starters: Starter[] = (await client.get('/designs/starters')).body
    expect(starters).to.have.length(11)
    for (const { id, subject, type, design } of starters) {
      expect(readEmailDesign(design), id).to.deep.equal({ design })
      const { status, body } = await client.post('/preview', { subject, type, design })
      expect(status, id).to.equal(200)
      const links = JSON.stringify(design).split('https://example.com').length - 1
      const severity = type === 'TRANSACTIONAL' ? 'info' : 'warning'
      const found = body.findings.map((finding: Finding) => [finding.code, finding.severity])
      // A list of an event is empty in a preview.
      const shown = id === 'digest' ? 0 : links
      expect(found, id).to.deep.equal(Array.from({ length: shown }, () => ['link_placeholder', severity]))
      expect(body.size, id).to.be.lessThan(MAX_BYTES)
    }
  })

  it('begins a template, whose name, subject and type the request may replace', async () => {
    const [newsletter, ...others]: Starter[] = (await client.get('/designs/starters')).body
    const res = await client.post('/templates', { starter: 'newsletter', from: 'a@example.com' })
    expect(res.status, JSON.stringify(res.body)).to.equal(201)
    const { name, subject, type, design } = newsletter as Starter
    expect(res.body).to.deep.include({ name, subject, type, design, editor: 'design' })
    const receipt = others.find(({ id }) => id === 'receipt')
    const own = await client.post('/templates', { starter: 'receipt', from: 'a@example.com', name: 'Mine' })
    expect(own.body).to.deep.include({ name: 'Mine', subject: receipt?.subject, type: 'TRANSACTIONAL' })
    for (const [sent, field] of [
      [{ starter: 'none' }, 'starter'],
      [{ starter: 'sale', body: 'x' }, 'body'],
    ] as const) {
      const refused = await client.post('/templates', { from: 'a@example.com', ...sent })
      expect(refused.body.error.errors.map((error: { field: string }) => error.field)).to.deep.equal([field])
    }
  })
})
