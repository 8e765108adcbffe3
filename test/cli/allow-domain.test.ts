import { expect } from 'chai'
import { allowDomainCommand } from '../../cli/allow-domain.js'
import { DkimKey } from '../../models/dkim-key.js'
import { newId } from '../../runtime/ids.js'
import { useGateway } from '../support/gateway.js'
import { commandHere, refusalOf } from '../support/posthorn-here.js'
import { useProject } from '../support/project.js'

describe('posthorn allow-domain', () => {
  const { client, project } = useProject(useGateway({ EMAIL_PROVIDER: 'log' }))
  const run = (...args: string[]) =>
    commandHere(allowDomainCommand, ['allow-domain', ...args], { EMAIL_PROVIDER: 'log' })
  const statusOfSend = async (): Promise<number> => {
    const mail = { to: 'ada@example.com', from: 'hello@Shop.example', subject: 'Hello', body: '<p>Hello</p>' }
    return (await client.post('/v1/send', mail)).status
  }

  it('lets one project send from a domain, and takes it back', async () => {
    expect(await statusOfSend()).to.equal(403)
    const domain = ['--project', project.id, '--domain', 'Shop.example']
    for (const attempt of ['first', 'second']) {
      expect(await run(...domain), attempt).to.include({ status: 0 })
      expect(await statusOfSend()).to.equal(200)
    }
    expect(await run(...domain, '--revoke')).to.include({ status: 0 })
    expect(await statusOfSend()).to.equal(403)
  })

  it('removes the key of a domain that it takes back', async () => {
    expect((await client.post('/domains', { domain: 'keyed.example.org' })).status).to.equal(201)
    const domain = ['--project', project.id, '--domain', 'keyed.example.org']
    await run(...domain)
    expect(await DkimKey.countDocuments({ projectId: project.id })).to.equal(1)
    expect(await run(...domain, '--revoke')).to.include({ status: 0 })
    expect(await DkimKey.countDocuments({ projectId: project.id })).to.equal(0)
  })

  it('says what is wrong: an unknown project, no domain, one that was not allowed, no arguments', async () => {
    const refused = async (...args: string[]): Promise<string> => {
      const { status, said } = await run(...args)
      expect(status, said).to.equal(1)
      return said
    }
    expect(await refused('--project', newId(), '--domain', 'shop.example')).to.equal('Project not found\n')
    expect(await refused('--project', project.id, '--domain', 'shop')).to.equal('shop is not a valid domain\n')
    expect(await refused('--project', project.id, '--domain', 'shop.example', '--revoke')).to.match(/not found/)
    expect(await refusalOf(allowDomainCommand, '--project', project.id)).to.equal('Missing required option --domain.')
  })
})
