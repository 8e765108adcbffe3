import { Client, Connection } from '@temporalio/client'
import { expect } from 'chai'
import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bouncesArea } from '../../cli/doctor/bounces.js'
import { dkimArea } from '../../cli/doctor/dkim.js'
import type { Check } from '../../cli/doctor/examination.js'
import { providerArea } from '../../cli/doctor/provider.js'
import { temporalArea } from '../../cli/doctor/temporal.js'
import { dayIn } from '../../commands/base/counters/day-in.js'
import { PLATFORM_PROJECT_ID } from '../../commands/base/records/platform-project.js'
import { stackSettings } from '../../embedded/environment.js'
import { loadSecrets } from '../../embedded/secrets.js'
import { DailyCount, Email, Outbox, SenderDomain } from '../support/models.js'
import { dailyCountId } from '../../models/daily-count.js'
import { RelayHeartbeat } from '../../models/relay-heartbeat.js'
import { migrate } from '../../models/migrations/migrate.js'
import { newId } from '../../runtime/ids.js'
import { startFakeSmtp, type FakeSmtp } from '../activities/providers/fake-smtp.js'
import { diagnose, line, lineOf, type Diagnosis } from '../support/diagnosis.js'
import { startDnsServer, type DnsServer } from '../support/dns-server.js'
import { createDomain, createEmail } from '../support/factories.js'
import { NOWHERE } from '../support/gateway-process.js'
import { PRIVATE_KEY_PEM, publicKey } from '../support/rsa-keys.js'
import { eventually, useStack } from '../support/stack.js'

// How full the disk is depends on the machine of the tests.
const isOfDisk = ({ name }: Check): boolean => name.includes('disk')

describe('posthorn doctor on a running installation', () => {
  const running = useStack()
  const settings = (): NodeJS.ProcessEnv => {
    const { stack, dataDir } = running
    const own = stackSettings({ addresses: stack.info, dataDir, ...loadSecrets(dataDir) })
    return { ...own, MONGODB_URI: stack.info.mongodb, TEMPORAL_ADDRESS: stack.info.temporal }
  }

  it('finds nothing wrong with a healthy one, and prints neither secrets nor addresses of people', async () => {
    const isHealthy = ({ checks }: Diagnosis): boolean =>
      checks.every((check) => check.status === 'ok' || isOfDisk(check))
    // The program, which takes longer, comes once the installation is ready.
    await eventually(() => diagnose(settings()), isHealthy)
    const { checks, exit, status, said } = await eventually(() => diagnose(settings(), true), isHealthy)
    expect(exit).to.equal(['ok', 'warning', 'fault'].indexOf(status))
    for (const name of [
      ['MongoDB', 'MongoDB indexes', 'Temporal', 'queue jobs', 'gateway', 'trusted proxies'],
      ['SES configuration set', 'mail to users'],
    ].flat())
      expect(line({ checks }, name)).to.match(/^ok/)
    const { secret, public: publicKey } = running.stack.info.project
    const { password, email } = running.stack.info.user
    const { encryptionKey, jwtSecret } = loadSecrets(running.dataDir)
    for (const hidden of [secret, publicKey, password, email, encryptionKey, jwtSecret])
      expect(said).to.not.include(hidden)
  })

  it('names parked outbox entries, bouncing mail to users and domains about to be lost, each with what to do', async () => {
    const { id: projectId } = running.project
    const ids = [newId()]
    const entry = { kind: 'email' as const, projectId, queueKey: `email:${projectId}`, ids, createdAt: new Date() }
    const { _id: parked } = await Outbox.create({ _id: newId(), ...entry, owner: null, aside: 'parked' })
    // Other files that share the stack may have sent mail to users today.
    const date = dayIn('UTC', new Date(Date.now() - 86_400_000))
    const day = { projectId: PLATFORM_PROJECT_ID, date, emails: { sentTransactional: 200, bounced: 20 } }
    const _id = dailyCountId(PLATFORM_PROJECT_ID, date)
    await DailyCount.collection.insertOne({ _id, ...day } as never)
    const verified = { projectId: 'p', status: 'VERIFIED', verified: true, ownershipToken: 't' } as const
    const found = ['TXT _posthorn.kept.example.org posthorn-verify=t']
    await createDomain({ ...verified, domain: 'kept.example.org', found })
    await createDomain({ ...verified, domain: 'missed.example.org', found })
    await createDomain({ ...verified, domain: 'waits.example.org', status: 'PENDING', verified: false })
    try {
      const diagnosis = await diagnose(settings())
      expect(diagnosis.exit).to.equal(2)
      expect(line(diagnosis, 'parked outbox entries'))
        .to.match(/^fault: .*\(1 email\)/)
        .and.include('posthorn retry-outbox --list')
      expect(line(diagnosis, 'mail to users')).to.match(
        /^warning: 2\d\d emails in 7 days, 2\d bounced, 0 complaints → .*posthorn switch-project disable/,
      )
      expect(line(diagnosis, 'sender domains'))
        .to.match(/^warning: 1 of \d+ verified domains have no ownership record: /)
        .and.include(' _posthorn.missed.example.org →')
    } finally {
      await Outbox.deleteOne({ _id: parked })
      await DailyCount.deleteOne({ _id })
      await SenderDomain.deleteMany({ projectId: 'p' })
    }
  })

  it('names what is missing in MongoDB, Temporal and SES, each with its remedy', async () => {
    const namespace = 'without-anything'
    const connection = await Connection.connect({ address: running.stack.info.temporal })
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
    })
    await connection.close()
    await Outbox.collection.dropIndex('queueKey_1__id_1')
    await RelayHeartbeat.collection.dropIndex('at_1')
    await RelayHeartbeat.collection.createIndex({ at: 1 }, { expireAfterSeconds: 7 })
    const waiting = { projectId: running.project.id, status: 'PENDING' as const }
    await createEmail(waiting)
    try {
      const broken = { ...settings(), TEMPORAL_NAMESPACE: namespace, SES_CONFIGURATION_SET: 'forgotten' }
      const found = await eventually(
        () => diagnose(broken),
        (diagnosis) => line(diagnosis, 'Temporal search attributes').includes('missing'),
      )
      expect(found.exit).to.equal(2)
      expect(line(found, 'MongoDB indexes'))
        .to.match(/^fault: missing or with different options: .*→ posthorn migrate/)
        .and.include('outbox.queueKey_1__id_1')
        .and.include('relay_heartbeats.at_1')
      expect(line(found, 'Temporal search attributes'))
        .to.match(/^fault: missing search attributes: ProjectId, EmailWorkflowId, ContactId, Kind, FailedAt/)
        .and.include('→ for name in ProjectId')
        .and.include(`--namespace ${namespace}`)
      const lines: Record<string, RegExp> = {
        'schedule sweep-segments': /^fault: does not exist → Start a worker/,
        'queue transactional': /^fault: no worker has polled .*, and tasks are waiting → Start a worker/,
        'queue jobs': /^warning: no worker has polled .* → Start a worker/,
        'SES configuration set': /^fault: .*forgotten.* → aws sesv2/,
        'SES account': /^ok/,
      }
      for (const [name, text] of Object.entries(lines)) expect(line(found, name), name).to.match(text)
    } finally {
      await Email.deleteMany(waiting)
      await migrate()
    }
  })

  it('names a schedule that somebody has paused, and a topic of SNS that hears nothing of SES', async () => {
    const connection = await Connection.connect({ address: running.stack.info.temporal })
    const schedule = new Client({ connection }).schedule.getHandle('purge-expired')
    await schedule.pause()
    try {
      const paused = await lineOf(temporalArea, 'schedule purge-expired', settings())
      expect(paused).to.match(/^warning: is paused → temporal schedule toggle --unpause .*purge-expired/)
    } finally {
      await schedule.unpause()
      await connection.close()
    }
    const elsewhere = { ...settings(), SNS_TOPIC_ARNS: 'arn:aws:sns:eu-central-1:123456789012:elsewhere' }
    expect(await lineOf(providerArea, 'SES configuration set', elsewhere)).to.match(
      /^fault: .* publishes no events to a topic of SNS_TOPIC_ARNS: .* → Give /,
    )
  })

  it('goes on with everything else while MongoDB is away', async () => {
    const file = join(running.dataDir, 'not-a-folder')
    await writeFile(file, '')
    const away = {
      ...settings(),
      MONGODB_URI: `mongodb://admin:s3cret@${NOWHERE}/posthorn`,
      TEMPORAL_NAMESPACE: 'nowhere',
      NODE_ENV: 'production',
      SMTP_MAX_CONNECTIONS: 'many',
      INBOUND_SPOOL_DIR: join(file, 'spool'),
      EMAIL_PROVIDER: 'smtp',
      SMTP_URL: `smtp://sender:wr0ng@${NOWHERE}`,
      DKIM_DOMAIN: 'example.com',
      DKIM_SELECTOR: 'mail',
      DKIM_PRIVATE_KEY: PRIVATE_KEY_PEM,
      DNS_SERVERS: NOWHERE,
    }
    const found = await diagnose(away)
    expect(found.exit).to.equal(2)
    const lines: Record<string, RegExp> = {
      'setting SMTP_MAX_CONNECTIONS': /^fault: SMTP_MAX_CONNECTIONS: must be .* → Correct SMTP_MAX/,
      'setting SNS_TRUSTED_ORIGINS': /^fault: SNS_TRUSTED_ORIGINS: never in production.* → Correct SNS_TRUSTED/,
      MongoDB: /^fault: MongoDB cannot be reached: .* → Start MongoDB, or correct MONGODB_URI/,
      'Temporal namespace': /^fault: the namespace nowhere does not exist → Correct TEMPORAL_NAMESPACE/,
      'folder of inbound mail': /^fault: .*is not writable.* → Give the gateway.s user/,
      'SMTP server': /^fault: .* → /,
      DKIM: /^fault: /,
      bounces: /^warning: BOUNCE_DOMAIN is not set/,
      gateway: /^ok/,
    }
    for (const [name, text] of Object.entries(lines)) expect(line(found, name), name).to.match(text)
    expect(found.said).to.not.include('s3cret').and.not.include('wr0ng')
  })
})

describe('posthorn doctor and a mail server', () => {
  let smtp: FakeSmtp
  let dns: DnsServer
  const name = 'mail._domainkey.example.com'
  const settings = (): NodeJS.ProcessEnv => ({
    DNS_SERVERS: dns.address,
    EMAIL_PROVIDER: 'smtp',
    SMTP_URL: `smtp://sender:wr0ng@127.0.0.1:${smtp.port}`,
    DKIM_DOMAIN: 'example.com',
    DKIM_SELECTOR: 'mail',
    DKIM_PRIVATE_KEY: PRIVATE_KEY_PEM,
  })
  const record = (key: typeof publicKey): string =>
    `v=DKIM1; k=rsa; p=${key.export({ type: 'spki', format: 'der' }).toString('base64')}`
  before(async () => {
    smtp = await startFakeSmtp()
    smtp.offers.push('AUTH PLAIN', 'SIZE 52428800')
    dns = await startDnsServer()
  })
  after(async () => {
    await smtp.close()
    await dns.close()
  })

  it('tells that the password is refused, and that receivers find another DKIM key, without either secret', async () => {
    smtp.answer('AUTH', '535 5.7.8 Authentication credentials invalid for sender')
    dns.setText(name, record(generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey))
    const [server, dkim] = [
      await lineOf(providerArea, 'SMTP server', settings()),
      await lineOf(dkimArea, 'DKIM', settings()),
    ]
    expect(server).to.match(/^fault: .*535.* → Correct SMTP_URL/)
    expect(dkim)
      .to.match(/^fault: mail\._domainkey\.example\.com does not match DKIM_PRIVATE_KEY/)
      .and.include(`→ Publish the TXT record ${name} with the value: ${record(publicKey)}`)
    expect(server + dkim)
      .to.not.include('wr0ng')
      .and.not.include(PRIVATE_KEY_PEM.slice(40, 80))
  })

  it('is content when the server lets the user in and the key is published, and sends nothing', async () => {
    smtp.answer('AUTH', '235 2.7.0 Welcome')
    dns.setText(name, record(publicKey))
    const server = 'ok: not encrypted, signed in, messages up to 50 MiB'
    expect(await lineOf(providerArea, 'SMTP server', settings())).to.equal(server)
    expect(await lineOf(dkimArea, 'DKIM', settings())).to.match(/^ok/)
    expect(smtp.commands.filter((command) => command.startsWith('MAIL'))).to.deep.equal([])
  })

  it('tells what is missing for bounces to come back, one after the other', async () => {
    const domain = 'bounces.example.org'
    const bounces = (more: NodeJS.ProcessEnv = {}) =>
      lineOf(bouncesArea, 'bounces', { ...settings(), BOUNCE_DOMAIN: domain, ...more })
    expect(await bounces()).to.match(/^fault: bounces\.example\.org has no MX record/)
    dns.set(domain, 'MX', { preference: 10, exchange: 'mail.example.org' })
    expect(await bounces()).to.match(/^fault: BOUNCE_DOMAIN is set but INBOUND_SMTP_PORT is not/)
    expect(await bounces({ INBOUND_SMTP_PORT: '2525' })).to.equal(
      'ok: bounces arrive at bounces.example.org, on mail.example.org',
    )
  })
})
