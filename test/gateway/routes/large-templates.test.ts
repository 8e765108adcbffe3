import { expect } from 'chai'
import { createWorkflow } from '../../support/factories.js'
import { useProject } from '../../support/project.js'

// Far more than a gateway parses beside its other requests.
const LIQUID = '{{ first name ?? friend }}\n'.repeat(5_000)
const minimal = { name: 'Large', subject: 'Hi {{ name }}', from: 'news@example.com' }

describe('a template with very much Liquid', () => {
  const { project, client } = useProject()

  it('is accepted, stored and filled in like any other', async () => {
    const created = await client.post('/templates', { ...minimal, body: LIQUID })
    expect(created.status).to.equal(201)
    expect(created.body.body).to.equal(LIQUID)
    const preview = await client.post(`/templates/${created.body.id}/preview`, { data: { 'first name': 'Ann' } })
    expect(preview.status).to.equal(200)
    expect(preview.body.html).to.include('Ann\n'.repeat(5_000))
    expect(preview.body.text.match(/Ann/g)).to.have.length(5_000)
  })

  it('is refused for a fault, with its line and column', async () => {
    const translations = { de: { subject: 'Hallo', body: `${LIQUID}{% if %}` } }
    const body = `${LIQUID}  {{ name | nope }}`
    const res = await client.post('/templates', { ...minimal, body, translations })
    expect(res.status).to.equal(422)
    expect(res.body.error.errors).to.have.length(2)
    const [ofBody, ofTranslation] = res.body.error.errors
    expect(ofBody).to.include({ field: 'body', code: 'liquid_syntax', line: 5_001, column: 3 })
    expect(ofTranslation).to.include({ field: 'translations.de.body', code: 'liquid_syntax', line: 5_001, column: 6 })
  })

  it('is checked in the same way in the config of a step, when it is added and when it is changed', async () => {
    const workflow = await createWorkflow({ projectId: project.id })
    const path = `/workflows/${workflow._id}/steps`
    const config = (text: string) => ({ updates: { text } })
    const step = { name: 'Note', type: 'UPDATE_CONTACT', config: config(LIQUID) }
    const added = await client.post(path, step)
    expect(added.status).to.equal(201)
    const bad = config(`${LIQUID}{{ a | nope }}`)
    for (const res of [
      await client.post(path, { ...step, config: bad }),
      await client.patch(`${path}/${added.body.id}`, { config: bad }),
    ]) {
      expect(res.status).to.equal(422)
      expect(res.body.error.errors[0]).to.include({ field: 'config.updates.text', code: 'liquid_syntax', line: 5_001 })
    }
    expect((await client.patch(`${path}/${added.body.id}`, { config: config(`${LIQUID}!`) })).status).to.equal(200)
  })
})
