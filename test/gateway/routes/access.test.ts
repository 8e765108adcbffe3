import { expect } from 'chai'
import { Contact } from '../../../models/contact.js'
import { Project } from '../../../models/project.js'
import { createContact, createProject, createTemplate } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'

type Key = 'publicKey' | 'secretKey'

const mail = { to: 'ada@example.com', subject: 'Hi', body: 'Hi', from: 'news@example.com' }
const template = { name: 'A', subject: 'Hi', body: 'Hi', from: 'news@example.com' }

/** What is asked for, with which key; `:contact` and `:template` stand for ids of the project. */
const ENDPOINTS: { method: string; path: string; key: Key; body?: object; without: string }[] = [
  { method: 'POST', path: '/v1/send', key: 'secretKey', body: mail, without: 'MISSING_AUTH' },
  {
    method: 'POST',
    path: '/v1/track',
    key: 'publicKey',
    body: { email: 'a@example.com', event: 'e' },
    without: 'MISSING_AUTH',
  },
  { method: 'POST', path: '/contacts', key: 'secretKey', body: { email: 'a@example.com' }, without: 'UNAUTHORIZED' },
  { method: 'GET', path: '/contacts', key: 'secretKey', without: 'UNAUTHORIZED' },
  { method: 'GET', path: '/contacts/:contact', key: 'secretKey', without: 'UNAUTHORIZED' },
  { method: 'POST', path: '/templates', key: 'secretKey', body: template, without: 'UNAUTHORIZED' },
  { method: 'GET', path: '/templates', key: 'secretKey', without: 'UNAUTHORIZED' },
  { method: 'GET', path: '/templates/:template', key: 'secretKey', without: 'UNAUTHORIZED' },
]

describe('who may call', () => {
  const gateway = useGateway()

  const setUp = async (path: string) => {
    const project = await createProject()
    const contact = await createContact({ projectId: project.id })
    const { _id } = await createTemplate({ projectId: project.id })
    return { project, url: path.replace(':contact', contact._id).replace(':template', _id) }
  }
  const changeSecret = (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')

  for (const { method, path, key, body, without } of ENDPOINTS) {
    describe(`${method} ${path}`, () => {
      it(`serves the ${key} of the project`, async () => {
        const { project, url } = await setUp(path)
        const res = await gateway.as(project[key]).request(method, url, body)
        expect(res.status, JSON.stringify(res.body)).to.be.oneOf([200, 201])
      })

      it(`answers 401 ${without} without a key, and MISSING_AUTH for a header that holds none`, async () => {
        const { url } = await setUp(path)
        const bare = await gateway.as().request(method, url, body)
        expect(bare.status).to.equal(401)
        expect(bare.body.error.code).to.equal(without)
        const basic = await gateway.as().request(method, url, body, { authorization: 'Basic abc' })
        expect(basic.status).to.equal(401)
        expect(basic.body.error.code).to.equal('MISSING_AUTH')
      })

      it('answers 401 INVALID_API_KEY for the other key, and for one that is off by a digit', async () => {
        const { project, url } = await setUp(path)
        const other = key === 'publicKey' ? project.secretKey : project.publicKey
        for (const wrong of [other, changeSecret(project[key])]) {
          const res = await gateway.as(wrong).request(method, url, body)
          expect(res.status).to.equal(401)
          expect(res.body.error.code).to.equal('INVALID_API_KEY')
        }
      })

      it(
        method === 'GET' ? 'still answers when the project is disabled' : 'answers 403 when the project is disabled',
        async () => {
          const { project, url } = await setUp(path)
          await Project.updateOne({ _id: project.id }, { disabled: true, disabledReason: 'MANUAL' })
          const res = await gateway.as(project[key]).request(method, url, body)
          if (method === 'GET') {
            expect(res.status).to.equal(200)
          } else {
            expect(res.status).to.equal(403)
            expect(res.body.error).to.deep.include({ code: 'PROJECT_DISABLED', details: { reason: 'MANUAL' } })
            expect(await Contact.countDocuments({ projectId: project.id })).to.equal(1)
          }
        },
      )
    })
  }

  it('stops taking a key the moment it is replaced', async () => {
    const [old, next] = [await createProject(), await createProject()]
    expect((await gateway.as(old.secretKey).get('/contacts')).status).to.equal(200)
    const { secretKeyHash } = await Project.findById(next.id).orFail().lean()
    await Project.deleteOne({ _id: next.id })
    await Project.updateOne({ _id: old.id }, { secretKeyHash })
    expect((await gateway.as(old.secretKey).get('/contacts')).status).to.equal(401)
    expect((await gateway.as(next.secretKey).get('/contacts')).status).to.equal(200)
  })
})

describe('GET /ready', () => {
  const gateway = useGateway()

  it('answers without a key when MongoDB and Temporal can be reached', async () => {
    expect(await gateway.as().get('/ready')).to.deep.include({
      status: 200,
      body: { status: 'ready', mongodb: true, temporal: true },
    })
  })
})
