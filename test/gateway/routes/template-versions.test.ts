import { expect } from 'chai'
import { createMember, createProject, createTemplate, createUpload } from '../../support/factories.js'
import { TemplateVersion } from '../../support/models.js'
import { useProject } from '../../support/project.js'
import { newId } from '../../../runtime/ids.js'

interface Listed {
  version: number
  changes: string[]
  author: { id: string; email: string } | null
  isCurrent: boolean
  savedAt: string
}

describe('versions of a template', () => {
  const { gateway, project, client } = useProject()
  const first = { name: 'Welcome', subject: 'First', body: '<p>First</p>', from: 'hello@example.com' }

  const create = async (fields: object = {}): Promise<string> => {
    const res = await client.post('/templates', { ...first, ...fields })
    expect(res.status).to.equal(201)
    return `/templates/${res.body.id}`
  }
  const versions = async (path: string, query = ''): Promise<Listed[]> =>
    (await client.get(`${path}/versions${query}`)).body.data

  it('keep each content with when and by whom it was saved, and what it changed', async () => {
    const owner = await createMember({ projectId: project.id, role: 'OWNER' })
    const person = gateway.signedIn(owner, project.id)
    const path = await create()
    await person.patch(path, { subject: 'Second', body: '<p>Second</p>' })
    const translations = { de: { subject: 'Dritte', body: '<p>Dritte</p>' } }
    await client.patch(path, { from: 'news@example.com', fromName: 'News', translations })

    const listed = await versions(path)
    const author = { id: owner._id, email: owner.email }
    expect(listed.map(({ savedAt: _savedAt, ...rest }) => rest)).to.deep.equal([
      { version: 3, changes: ['from', 'fromName', 'translations.de'], author: null, isCurrent: true },
      { version: 2, changes: ['subject', 'body'], author, isCurrent: false },
      { version: 1, changes: [], author: null, isCurrent: false },
    ])
    expect(listed.map(({ savedAt }) => Date.parse(savedAt))).to.satisfy(
      ([third = 0, second = 0, one = 0]: number[]) => third >= second && second >= one,
    )
    const content = { editor: 'html', design: null, mjml: null, fromName: null, replyTo: null, translations: null }
    expect((await client.get(`${path}/versions/1`)).body).to.deep.equal({
      ...listed[2],
      ...content,
      subject: 'First',
      body: '<p>First</p>',
      from: 'hello@example.com',
    })
    expect((await client.get(`${path}/versions/3`)).body).to.deep.include({
      ...listed[0],
      subject: 'Second',
      from: 'news@example.com',
      translations: { de: { ...translations.de, editor: 'html', design: null, mjml: null } },
    })
  })

  it('are not made by a new name, or by a content that is the same', async () => {
    const path = await create()
    await client.patch(path, { name: 'Other', description: 'x', type: 'TRANSACTIONAL', archived: true })
    await client.patch(path, { subject: first.subject, body: first.body, replyTo: null })
    expect(await versions(path)).to.have.length(1)
  })

  it('tell a changed preview text of a design from a changed body', async () => {
    const { design } = (await client.get('/designs/starters')).body[0]
    const path = await create({ body: undefined, design })
    const previewText = [{ type: 'text', text: 'Look inside' }]
    expect((await client.patch(path, { design: { ...design, previewText } })).status).to.equal(200)
    await client.patch(path, { body: '<p>Plain</p>' })
    expect((await versions(path)).map(({ changes }) => changes)).to.deep.equal([['body'], ['previewText'], []])
    const restored = await client.post(`${path}/versions/1/restore`, {})
    expect(restored.body.design).to.deep.equal((await client.get(`${path}/versions/1`)).body.design)
    expect(restored.body).to.include({ editor: 'design' })
  })

  it('are restored as a change that makes a version of its own', async () => {
    const path = await create({ replyTo: 'help@example.com', translations: { de: { subject: 'Eins', body: 'Eins' } } })
    const before = (await client.get(path)).body
    const removed = { subject: 'Second', replyTo: null, translations: null }
    const second = await client.patch(path, { ...removed, name: 'Renamed', type: 'TRANSACTIONAL' })
    const restored = await client.post(`${path}/versions/1/restore`, { ifUpdatedAt: second.body.updatedAt })
    const { name, type, updatedAt } = restored.body
    expect(restored.body).to.deep.equal({ ...before, name, type, updatedAt })
    expect({ name, type }).to.deep.equal({ name: 'Renamed', type: 'TRANSACTIONAL' })
    expect(await versions(path)).to.have.length(3)
    expect((await client.get(`${path}/versions/2`)).body).to.deep.include(removed)
    // The current version is the content of the template already.
    expect((await client.post(`${path}/versions/3/restore`, {})).body).to.deep.equal(restored.body)
  })

  it('are not restored over a change that their editor has not seen, nor with a sender that may not send', async () => {
    const path = await create()
    const seen = (await client.patch(path, { subject: 'Second' })).body
    const theirs = (await client.patch(path, { subject: 'Theirs' })).body
    const stale = await client.post(`${path}/versions/1/restore`, { ifUpdatedAt: seen.updatedAt })
    expect(stale).to.include({ status: 409, code: 'CONFLICT' })
    expect(stale.details).to.deep.equal({ reason: 'stale', current: theirs })
    expect(await versions(path)).to.have.length(3)

    const { _id } = await createTemplate({ projectId: project.id, from: 'old@unverified.io' })
    await client.patch(`/templates/${_id}`, { from: 'hello@example.com' })
    expect((await client.post(`/templates/${_id}/versions/1/restore`, {})).status).to.equal(403)
  })

  it('are each kept once, whatever changes at the same moment', async () => {
    const path = await create()
    await Promise.all(['A', 'B', 'C', 'D'].map((subject) => client.patch(path, { subject })))
    const listed = await versions(path)
    expect(listed.map(({ version }) => version)).to.deep.equal([5, 4, 3, 2, 1])
    const contents = await Promise.all(listed.map(({ version }) => client.get(`${path}/versions/${version}`)))
    const subjects = contents.map(({ body }) => body.subject as string)
    expect(subjects.toSorted()).to.deep.equal(['A', 'B', 'C', 'D', 'First'])
  })

  it('are at most fifty besides the current one, for ninety days, and are listed in pages', async () => {
    const path = await create()
    for (let n = 1; n <= 52; n += 1) await client.patch(path, { subject: `Change ${n}` })
    const page = await client.get(`${path}/versions?limit=30`)
    expect(page.body).to.include({ total: 51, hasMore: true })
    const rest = await client.get(`${path}/versions?limit=30&cursor=${page.body.cursor}`)
    expect(rest.body).to.include({ total: 0, hasMore: false, cursor: null })
    const numbers = [...page.body.data, ...rest.body.data].map(({ version }: Listed) => version)
    expect(numbers).to.deep.equal(Array.from({ length: 51 }, (_, n) => 53 - n))
    const days = (await TemplateVersion.find({ projectId: project.id })).map(({ expiresAt }) =>
      Math.round((expiresAt.getTime() - Date.now()) / 86_400_000),
    )
    expect(new Set(days)).to.deep.equal(new Set([90]))
  })

  it('answer 404 where there is none, and go with their template', async () => {
    const path = await create()
    await client.patch(path, { subject: 'Second' })
    for (const version of ['3', '0', '-1', 'x', '1e3', '99999999999']) {
      for (const res of [
        await client.get(`${path}/versions/${version}`),
        await client.post(`${path}/versions/${version}/restore`, {}),
      ]) {
        expect(res, version).to.include({ status: 404, code: 'TEMPLATE_NOT_FOUND' })
      }
    }
    const other = gateway.as((await createProject()).secretKey)
    expect((await other.get(`${path}/versions/1`)).status).to.equal(404)
    expect((await other.post(`${path}/versions/1/restore`, {})).status).to.equal(404)
    expect((await client.delete(path)).status).to.equal(204)
    expect(await TemplateVersion.countDocuments({ projectId: project.id })).to.equal(0)
    expect((await client.get(`${path}/versions`)).status).to.equal(404)
  })

  it('refer to the images that they show again once they are restored', async () => {
    const uploadId = newId()
    await createUpload({ _id: uploadId, projectId: project.id })
    const path = await create({ body: `<img src="https://mail.example.com/uploads/${uploadId}.png" alt="">` })
    await client.patch(path, { body: '<p>None</p>' })
    await client.post(`${path}/versions/1/restore`, {})
    expect((await client.get(`/uploads/${uploadId}/usage`)).body.templates).to.have.length(1)
  })
})
