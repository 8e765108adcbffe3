import { expect } from 'chai'
import mongoose from 'mongoose'
import { resealCommand } from '../../cli/reseal.js'
import { ensureDkimKey } from '../../commands/sending/domains/dkim-keys.js'
import { findSigningKey } from '../../commands/sending/domains/find-signing-key.js'
import { createProject } from '../../commands/tenancy/projects/create-project.js'
import { replaceKeys } from '../../commands/tenancy/projects/replace-keys.js'
import {
  resealProjects,
  SEALED_FIELDS,
  type ResealedBatch,
  type UnopenedSecret,
} from '../../commands/tenancy/projects/reseal-projects.js'
import { createTrackingTokens } from '../../mail/links/tracking-tokens.js'
import { InstallationSecret } from '../../models/installation-secret.js'
import { Contact, Member } from '../support/models.js'
import { Project } from '../../models/project.js'
import { keyId, type EncryptionKeys } from '../../runtime/encryption-keys.js'
import { hashKey, seal, unseal } from '../../runtime/sealed.js'
import { ENCRYPTION_KEYS } from '../support/config.js'
import { useDatabase } from '../support/database.js'
import { createEmail, createUser } from '../support/factories.js'
import { useGateway } from '../support/gateway.js'
import { pagesOf } from '../support/pages.js'
import { commandHere } from '../support/posthorn-here.js'

const [NEW_KEY, LOST_KEY] = ['a'.repeat(64), 'b'.repeat(64)]
const NEW_KEYS: EncryptionKeys = [NEW_KEY]
const BOTH: EncryptionKeys = [NEW_KEY, ...ENCRYPTION_KEYS]

const sealedProject = () => createProject({ name: 'Acme', encryptionKeys: ENCRYPTION_KEYS })

describe('posthorn reseal', () => {
  // A gateway after the rotation, which no longer has the old key.
  const gateway = useGateway({ ENCRYPTION_KEY: NEW_KEYS }, { isEmptied: 'before each' })
  const reseal = (keys: EncryptionKeys) =>
    commandHere(resealCommand, ['reseal', '--json'], { ENCRYPTION_KEY: keys.join(',') })
  const make = (encryptionKeys: EncryptionKeys) => createProject({ name: 'Acme', encryptionKeys })
  const dropSecrets = () => InstallationSecret.deleteMany({})
  beforeEach(dropSecrets)
  after(dropSecrets)

  it('seals everything with the first key, so that the old one is no longer needed', async () => {
    const owner = await createUser()
    const made = [await make(ENCRYPTION_KEYS), await make(BOTH), await make(ENCRYPTION_KEYS)]
    for (const { id } of made) await Member.create({ projectId: id, userId: owner._id, role: 'OWNER' })
    const [first] = made
    const { updatedAt } = await Project.findById(first?.id).orFail().lean()
    expect((await gateway.signedIn(owner).get('/users/@me/projects')).status).to.equal(500)

    const { status, said } = await reseal(BOTH)

    expect(status, said).to.equal(0)
    expect(said).to.include(`"key":"${keyId(NEW_KEY)}","projects":3,"resealed":6,"unopened":[]`)
    const { body } = await gateway.signedIn(owner).get('/users/@me/projects')
    expect(body.map(({ secret }: { secret: string }) => secret)).to.deep.equal(made.map(({ secretKey }) => secretKey))
    expect((await Project.findById(first?.id).orFail().lean()).updatedAt).to.deep.equal(updatedAt)
    expect((await reseal(BOTH)).said).to.include('"projects":3,"resealed":0,"unopened":[]')
  })

  it('seals the key of mailboxes, and names it when no key opens it', async () => {
    await InstallationSecret.create({ _id: 'mailboxes', sealed: seal('its key', ENCRYPTION_KEYS) })
    const lost = await reseal([LOST_KEY])
    expect(lost.status).to.equal(1)
    expect(lost.said).to.include('"name":"mailboxes"')
    expect((await reseal(BOTH)).said).to.include('"resealed":1,"unopened":[]')
    const { sealed } = await InstallationSecret.findById('mailboxes').orFail().lean()
    expect(unseal(sealed, NEW_KEYS)).to.equal('its key')
    expect((await reseal(BOTH)).said).to.include('"resealed":0,"unopened":[]')
  })

  it('seals the keys that sign mail', async () => {
    const owner = { projectId: (await make(BOTH)).id, domain: 'news.example.org' }
    await ensureDkimKey(owner, ENCRYPTION_KEYS)
    const before = await findSigningKey(owner, ENCRYPTION_KEYS)
    expect((await reseal(BOTH)).said).to.include('"resealed":1,"unopened":[]')
    expect(await findSigningKey(owner, NEW_KEYS)).to.deep.equal(before)
    const lost = await reseal([LOST_KEY])
    expect(lost.status, lost.said).to.equal(1)
    expect(JSON.parse(lost.printed).unopened.at(-1)).to.include({ domain: 'news.example.org' })
  })

  it('names what no key opens by ids alone, reseals the rest, and ends with status 1', async () => {
    const [lost, other] = [await make([LOST_KEY]), await make(ENCRYPTION_KEYS)]

    const { status, said } = await reseal(BOTH)

    expect(status, said).to.equal(1)
    const { resealed, unopened } = JSON.parse(said) as { resealed: number; unopened: UnopenedSecret[] }
    expect(resealed).to.equal(3)
    expect(unopened.map(({ projectId, field }) => [projectId, field])).to.have.deep.members(
      SEALED_FIELDS.map((field) => [lost.id, field]),
    )
    expect(said).to.include(keyId(LOST_KEY))
    for (const secret of [LOST_KEY, NEW_KEY, lost.secretKey, other.secretKey]) expect(said).to.not.include(secret)
  })
})

describe('the links in messages that were sent before a rotation', () => {
  const gateway = useGateway({ ENCRYPTION_KEY: BOTH })

  it('lead to the pages of their recipients, unsubscribe them by one click, and redirect', async () => {
    const { id: projectId } = await sealedProject()
    const email = await createEmail({ projectId, status: 'SENT', sentAt: new Date() })
    const { manage, unsubscribe } = pagesOf(email)
    expect((await gateway.as().get(manage)).status).to.equal(200)
    const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await gateway.as().post(unsubscribe, oneClick)).status).to.equal(200)
    expect((await Contact.findById(email.contactId).orFail().lean()).subscribed).to.equal(false)

    const tokens = createTrackingTokens(ENCRYPTION_KEYS)
    const link = `/c/${tokens.forClick({ projectId, emailId: email._id }, 'https://shop.example/')}`
    const { status, headers } = await fetch(gateway.origin + link, { redirect: 'manual' })
    expect([status, headers.get('location')]).to.deep.equal([302, 'https://shop.example/'])
  })
})

describe('resealing', () => {
  useDatabase({ isEmptied: 'before each' })
  const collection = Project.collection as unknown as { bulkWrite?: (...args: unknown[]) => Promise<unknown> }
  const resealAll = async (batchSize?: number): Promise<ResealedBatch[]> => {
    const batches: ResealedBatch[] = []
    for await (const batch of resealProjects(BOTH, batchSize)) batches.push(batch)
    return batches
  }
  afterEach(() => void delete collection.bulkWrite)

  it('leaves keys that are replaced at the same moment as they were replaced', async () => {
    const { id } = await sealedProject()
    const { bulkWrite: original } = collection
    let hash = ''
    collection.bulkWrite = async (...args) => {
      delete collection.bulkWrite
      // By a gateway that does not have the new setting yet.
      hash = (await replaceKeys(await Project.findById(id).orFail().lean(), ENCRYPTION_KEYS)).secretKeyHash
      return original?.apply(collection, args)
    }

    const batches = await resealAll()

    const stored = await Project.findById(id).orFail().lean()
    expect(stored.secretKeyHash).to.equal(hash)
    expect(hashKey(unseal(stored.secretKeySealed, NEW_KEYS))).to.equal(hash)
    expect(batches.map(({ resealed }) => resealed)).to.deep.equal([1, 2])
  })

  it('goes through all projects, batch by batch', async () => {
    for (let index = 0; index < 5; index += 1) await sealedProject()
    const batches = await resealAll(2)
    expect(batches.map(({ projects, resealed }) => [projects, resealed])).to.deep.equal([
      [2, 6],
      [2, 6],
      [1, 3],
    ])
  })

  it('knows every field that holds a sealed text', () => {
    const sealed = Object.values(mongoose.models).flatMap(({ modelName, schema }) =>
      Object.keys(schema.paths)
        .filter((path) => path.endsWith('Sealed'))
        .map((path) => `${modelName}.${path}`),
    )
    expect(sealed).to.have.members([...SEALED_FIELDS.map((field) => `Project.${field}`), 'DkimKey.privateKeySealed'])
  })
})
