import { expect } from 'chai'
import { replaceKeys } from '../../commands/tenancy/projects/replace-keys.js'
import { disableProject, enableProject } from '../../commands/lifecycle/projects/switch-project.js'
import { updateProject } from '../../commands/tenancy/projects/update-project.js'
import { Contact } from '../../models/contact.js'
import { Project } from '../../models/project.js'
import { unseal } from '../../runtime/sealed.js'
import { ENCRYPTION_KEYS } from '../support/config.js'
import { createContact, createProject, createTemplate } from '../support/factories.js'
import { useGateway } from '../support/gateway.js'
import { useGatewayProcesses } from '../support/gateway-process.js'
import { createClient, type HttpClient } from '../support/http-client.js'
import { mongodbServer } from '../support/servers.js'

const ROUNDS = 2
const event = { email: 'ada@example.com', event: 'signed up' }

describe('an answered change of a project', function () {
  this.timeout(60_000)
  const one = useGateway({}, { isEmptied: 'before all' })
  const start = useGatewayProcesses('after all')
  /** The gateway of this process, and another that shares only the database with it. */
  let all: ((key: string) => HttpClient)[]
  const ask = <T>(request: (as: (key: string) => HttpClient) => Promise<T>) => Promise.all(all.map(request))
  const track = async (key: string, more: object = {}) =>
    (await ask((as) => as(key).post('/v1/track', { ...event, ...more }))).map(({ status }) => status)
  const read = async (key: string) => (await ask((as) => as(key).get('/contacts'))).map(({ status }) => status)

  before(async () => {
    const { port } = await start({ MONGODB_URI: (await mongodbServer()).info.mongodb })
    const other = createClient(`http://127.0.0.1:${port}`)
    all = [(key) => one.as(key), (key) => other.as(key)]
  })

  it('holds on every gateway: replaced keys are refused, and the new ones work', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const old = await createProject()
      expect([await read(old.secretKey), await track(old.publicKey)]).to.deep.equal([
        [200, 200],
        [200, 200],
      ])
      const next = await replaceKeys(await Project.findById(old.id).orFail().lean(), ENCRYPTION_KEYS)
      expect(await Promise.all([read(old.secretKey), track(old.publicKey)])).to.deep.equal([
        [401, 401],
        [401, 401],
      ])
      expect(await read(unseal(next.secretKeySealed, ENCRYPTION_KEYS))).to.deep.equal([200, 200])
      expect(await track(unseal(next.publicKeySealed, ENCRYPTION_KEYS))).to.deep.equal([200, 200])
    }
  })

  it('holds on every gateway: a disabled project refuses to send, an enabled one sends', async () => {
    const { id, secretKey } = await createProject()
    const mail = { to: 'ada@example.com', from: 'news@example.com', subject: 'News', body: '<p>News</p>' }
    const send = () => ask(async (as) => (await as(secretKey).post('/v1/send', mail)).status)
    expect(await send()).to.deep.equal([200, 200])
    for (let round = 0; round < ROUNDS; round += 1) {
      await disableProject(id, 'MANUAL')
      expect(await send()).to.deep.equal([403, 403])
      await enableProject(id)
      expect(await send()).to.deep.equal([200, 200])
    }
  })

  it('holds on every gateway: the public key subscribes no contact who opted out', async () => {
    const { id: projectId, publicKey } = await createProject()
    for (let round = 0; round < ROUNDS; round += 1) {
      await Contact.deleteMany({ projectId })
      await createContact({ projectId, email: event.email, subscribed: false })
      const subscribe = () => track(publicKey, { subscribed: true })
      const isSubscribed = async () => (await Contact.findOne({ projectId }).orFail().lean()).subscribed
      await updateProject(projectId, { publicKeyMayResubscribe: false })
      expect(await subscribe()).to.deep.equal([200, 200])
      expect(await isSubscribed()).to.equal(false)
      await updateProject(projectId, { publicKeyMayResubscribe: true })
      await subscribe()
      expect(await isSubscribed()).to.equal(true)
    }
  })

  it('holds on every gateway: a message is shown in the new language of the project', async () => {
    const { id, secretKey } = await createProject()
    const { _id: templateId } = await createTemplate({ projectId: id })
    const preview = () =>
      ask(async (as) => (await as(secretKey).post(`/templates/${templateId}/preview`, {})).body.html as string)
    const [before] = await preview()
    await updateProject(id, { language: 'de' })
    const [here, there] = await preview()
    expect(here).to.equal(there).and.not.to.equal(before)
  })
})
