import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import mongoose from 'mongoose'
import { serverFault } from '../../../runtime/mongodb/connection-fault.js'
import { createAuthority } from '../../support/certificates.js'
import { eventually, eventuallyEquals } from '../../support/eventually.js'
import { NOWHERE } from '../../support/gateway-process.js'
import { Mongod } from '../../support/mongod.js'
import { runPosthorn } from '../../support/run-program.js'
import { useStartedPrograms } from '../../support/started-program.js'

const { MongoClient } = mongoose.mongo
const [USER, PASSWORD] = ['posthorn', randomBytes(8).toString('hex')]

describe('the access to MongoDB', function () {
  this.timeout(180_000)
  const authority = createAuthority()
  const start = useStartedPrograms()
  let mongod: Mongod
  let ca: string

  before(async () => {
    mongod = await Mongod.prepare()
  })
  after(() => mongod.remove())

  /** The settings of a process that finds MongoDB and no Temporal. */
  const settings = (query = ''): Record<string, string> => ({
    MONGODB_URI: `mongodb://127.0.0.1:${mongod.port}/posthorn${query}`,
    TEMPORAL_ADDRESS: NOWHERE,
  })

  describe('of a server that is no replica set', () => {
    afterEach(() => mongod.stop())

    it('is refused by a gateway that started before the server, by a worker and by a command, which write nothing', async () => {
      const gateway = await start('gateway', settings('?replicaSet=rs0'))
      await eventually(
        async () => gateway.said(),
        (said) => said.includes('"listening"') && said.includes('cannot be reached'),
      )
      await mongod.start()
      const worker = await start('worker', settings())
      const command = await start('migrate', settings('?directConnection=true'))
      for (const { exited, said } of [gateway, worker, command]) {
        expect(await exited, said()).to.equal(1)
        expect(said().match(/no replica set, so that it has no transactions: .*--replSet rs0/g), said()).to.have.length(
          1,
        )
      }
      const client = await MongoClient.connect(settings()['MONGODB_URI'] ?? '')
      const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
      await client.close()
      expect(databases.map(({ name }) => name)).to.not.include('posthorn')
    })
  })

  describe('of a server that demands TLS and a user', () => {
    before(async () => {
      const file = (name: string, content: string): string => {
        writeFileSync(join(mongod.folder, name), content, { mode: 0o600 })
        return join(mongod.folder, name)
      }
      ca = file('ca.pem', authority.ca)
      const { cert, key } = authority.issue('127.0.0.1')
      const tls = ['--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', file('server.pem', cert + key)]
      const trust = ['--tlsCAFile', ca, '--tlsAllowConnectionsWithoutCertificates']
      const access = ['--auth', '--keyFile', file('key', randomBytes(64).toString('base64'))]
      await mongod.start('--replSet', 'rs0', ...tls, ...trust, ...access)
      const uri = `mongodb://127.0.0.1:${mongod.port}/?directConnection=true`
      const client = await MongoClient.connect(uri, { tls: true, ca: authority.ca })
      const admin = client.db('admin')
      const members = [{ _id: 0, host: `127.0.0.1:${mongod.port}` }]
      await admin.command({ replSetInitiate: { _id: 'rs0', members } })
      await eventuallyEquals(async () => (await admin.command({ hello: 1 })).isWritablePrimary as unknown, true)
      await admin.command({ createUser: USER, pwd: PASSWORD, roles: ['readWriteAnyDatabase'] })
      await client.close()
    })

    const migrate = (faulty: NodeJS.ProcessEnv) => runPosthorn(['migrate'], faulty)
    const query = '?replicaSet=rs0&authSource=admin'
    const withFile = (password: string): Record<string, string> => {
      const file = join(mongod.folder, `password-${randomBytes(4).toString('hex')}`)
      writeFileSync(file, `${password}\n`)
      return { ...settings(query), MONGODB_USERNAME: USER, MONGODB_PASSWORD_FILE: file, MONGODB_TLS_CA: ca }
    }

    it('is made with a password from a file and an authority of its own', async () => {
      const { status, said } = await migrate(withFile(PASSWORD))
      expect(status, said).to.equal(0)
    })

    it('is made with what the URI says alone', async () => {
      const uri = `mongodb://${USER}:${PASSWORD}@127.0.0.1:${mongod.port}/posthorn${query}&tls=true&tlsCAFile=${ca}`
      const { status, said } = await migrate({ ...settings(), MONGODB_URI: uri })
      expect(status, said).to.equal(0)
    })

    const FAULTS: [why: string, settings: () => Record<string, string>, reason: RegExp][] = [
      ['a wrong password', () => withFile('hunter2'), /refuses the user or the password: .*authSource=admin/],
      [
        'an authority that it does not know',
        () => ({ ...withFile(PASSWORD), MONGODB_TLS_CA: createAuthority('Another').ca }),
        /certificate of MongoDB is not trusted: .*MONGODB_TLS_CA/,
      ],
      [
        'a URI that cannot be read',
        () => ({ ...settings('?replicaSte=rs0'), MONGODB_USERNAME: USER, MONGODB_PASSWORD: 'hunter2' }),
        /MONGODB_URI cannot be used: .*replicaste/,
      ],
    ]
    for (const [why, faulty, reason] of FAULTS) {
      it(`ends a command with status 1 for ${why}, and says so without the password`, async () => {
        const { status, said } = await migrate(faulty())
        expect(status, said).to.equal(1)
        expect(said)
          .to.match(reason)
          .and.not.match(/hunter2|\n\s+at /)
      })
    }

    it('is tried again by a gateway with a wrong password, which says why in one line at a time', async () => {
      const gateway = await start('gateway', withFile('hunter2'))
      const refused = async (): Promise<number> => mongod.log.match(/"Authentication failed"/g)?.length ?? 0
      const before = await refused()
      await eventually(refused, (count) => count >= before + 3)
      const lines = gateway.said().match(/refuses the user or the password/g)
      expect(lines, gateway.said()).to.have.length(1)
      expect(gateway.said()).to.not.include('hunter2')
    })
  })

  it('is refused to a server older than 6.0, and not to a router of a sharded cluster', () => {
    expect(serverFault({ setName: 'rs0', maxWireVersion: 13 })).to.include({ kind: 'unfit' })
    expect(serverFault({ msg: 'isdbgrid', maxWireVersion: 17 })).to.equal(null)
    expect(serverFault({ isreplicaset: true, maxWireVersion: 17 })?.message).to.include('rs.initiate()')
  })
})
