import { expect } from 'chai'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  ADDRESS_LIMIT,
  KIND_ADDRESS_LIMITS,
  MAIL_LIMITS,
  NETWORK_LIMIT,
  USE_LIMITS,
} from '../../../../commands/sending/platform-mail/mail-limits.js'
import { platformSettings } from '../../../../commands/sending/platform-mail/platform.js'
import {
  sendPlatformMail,
  sendPlatformMailWithinLimits,
  type PlatformMail,
} from '../../../../commands/sending/platform-mail/send-platform-mail.js'
import { PLATFORM_MAIL_KINDS, PLATFORM_TEXTS, type PlatformMailKind } from '../../../../mail/platform/platform-mail.js'
import { AppError } from '../../../../models/domain/errors.js'
import { Email } from '../../../support/models.js'
import { RateLimit } from '../../../../models/rate-limit.js'
import type { MailScope } from '../../../../runtime/metrics/platform-mail.js'
import { testConfig } from '../../../support/config.js'
import { useDatabase } from '../../../support/database.js'
import { mailsToUsers } from '../../../support/platform-mails.js'
import { growthOf } from '../../../support/metrics.js'

const SETTINGS = platformSettings({ ...testConfig(), PLATFORM_FROM: 'posthorn@example.com', PLATFORM_MAILS_PER_DAY: 0 })
const ROOMS = ['activities', 'cli', 'commands', 'embedded', 'gateway', 'mail', 'outbox', 'workers', 'workflows']

describe('the limits of mail to users', () => {
  useDatabase({ isEmptied: 'before each' })

  let count = 0
  const fresh = (what: string) => `${what}-${(count += 1)}`
  /** A mail that shares no limit with any other mail. */
  const mailOf = (kind: PlatformMailKind, fields: Partial<PlatformMail> = {}): PlatformMail => ({
    kind,
    to: `${fresh('user')}@example.com`,
    language: 'en',
    page: { page: 'account' },
    actorId: fresh('actor'),
    project: { id: fresh('project'), name: null },
    asker: { network: fresh('network'), isKnown: true },
    ...fields,
  })
  /** Sends a mail; returns the scope of the limit that refuses it, or `sent`. */
  async function send(mail: PlatformMail, settings = SETTINGS): Promise<unknown> {
    try {
      return (await sendPlatformMail(mail, settings)) ? 'sent' : 'kept back'
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'RATE_LIMIT_EXCEEDED') throw error
      expect(error.details?.['retryAfter']).to.be.within(1, 86_400)
      return error.details?.['limit']
    }
  }
  async function sendAll(mails: PlatformMail[], settings = SETTINGS): Promise<unknown[]> {
    const results = []
    for (const mail of mails) results.push(await send(mail, settings))
    return results
  }
  const times = <T>(length: number, of: () => T): T[] => Array.from({ length }, of)
  const sentAnd = (sent: number, refused: string) => [...times(sent, () => 'sent'), refused]
  /** Sends a mail, lets all but two of a limit be used up, and expects that it admits just these. */
  async function expectLimit(scope: MailScope, limit: number, mail: () => PlatformMail): Promise<void> {
    expect(await send(mail())).to.equal('sent')
    await RateLimit.updateMany({ key: new RegExp(`^platform-mail-${scope}-`) }, { points: limit - 2 })
    expect(await sendAll(times(3, mail))).to.deep.equal(sentAnd(2, scope))
  }

  for (const kind of PLATFORM_MAIL_KINDS) {
    const { use, byActor, byProject, byNetwork } = MAIL_LIMITS[kind]

    it(`${kind}: limits one user and one project, when users cause it`, async () => {
      const actorId = fresh('actor')
      const project = { id: fresh('project'), name: null }
      if (byActor) {
        await expectLimit('actor', byActor.mails, () => mailOf(kind, { actorId }))
        // A mail without the user who causes it would not be counted by that limit.
        expect(await send(mailOf(kind, { actorId: null })).catch((error: Error) => error)).to.be.instanceOf(Error)
      }
      if (byProject) await expectLimit('project', byProject.mails, () => mailOf(kind, { project }))
      const isOfInstallation = use === 'notice' || use === 'notification'
      expect(byActor !== null || isOfInstallation, 'only mails of the installation have no author').to.equal(true)
    })

    it(`${kind}: limits one address over all users and projects`, async () => {
      const to = `${fresh('victim')}@example.com`
      const ofAddress = Math.min(USE_LIMITS[use].ofAddress, KIND_ADDRESS_LIMITS[kind]?.mails ?? Infinity)
      const mails = times(ofAddress + 1, () => mailOf(kind, { to }))
      expect(await sendAll(mails)).to.deep.equal(sentAnd(ofAddress, 'address'))
      expect(await mailsToUsers(to)).to.have.length(ofAddress)
    })

    it(`${kind}: limits one network over all accounts and addresses, when strangers can request it`, async () => {
      const isAskedFor = USE_LIMITS[use].isAskedFor
      expect(byNetwork).to.deep.equal(isAskedFor ? NETWORK_LIMIT : null)
      if (!isAskedFor) return
      // An IPv6 site of 48 bits has 65,536 of the networks that each count as one client elsewhere.
      const asker = () => ({ network: `2001:db8:7:${fresh('').slice(1)}::/64`, isKnown: true })
      await expectLimit('network', NETWORK_LIMIT.mails, () => mailOf(kind, { asker: asker() }))
      expect(await send(mailOf(kind, { asker: { network: '2001:db8:8:1::/64', isKnown: true } }))).to.equal('sent')
      expect(await send(mailOf(kind, { asker: undefined })).catch((error: Error) => error)).to.be.instanceOf(Error)
    })

    it(`${kind}: limits the installation, without using up the limit of other mails`, async () => {
      const settings = { ...SETTINGS, mailsPerDay: 10 }
      // The mails of one use share a limit, so one kind of each other use is enough.
      const ofUse = new Map(PLATFORM_MAIL_KINDS.map((other) => [MAIL_LIMITS[other].use, other]))
      ofUse.delete(use)
      const shareOf = (of: typeof use) => settings.mailsPerDay * USE_LIMITS[of].ofInstallation
      for (const [of, other] of ofUse) await Promise.all(times(shareOf(of) + 1, () => send(mailOf(other), settings)))
      const mails = times(shareOf(use) + 1, () => mailOf(kind))
      expect(await sendAll(mails, settings)).to.deep.equal(sentAnd(shareOf(use), 'installation'))
    })

    it(`${kind}: puts no text of a tenant into its subject, in any language`, () => {
      for (const texts of Object.values(PLATFORM_TEXTS)) expect(texts[kind].subject).not.to.match(/[{}%]/)
    })
  }

  it('allow one address ten mails a day of all kinds together, besides notifications', async () => {
    const to = 'ada@example.com'
    for (const kind of PLATFORM_MAIL_KINDS) await sendAll(times(7, () => mailOf(kind, { to })))
    const kinds = (await mailsToUsers(to)).map(({ kind }) => kind)
    const notifications = kinds.filter((kind) => kind === 'notification')
    expect(notifications).to.have.length(USE_LIMITS.notification.ofAddress)
    expect(kinds).to.have.length(ADDRESS_LIMIT.mails + notifications.length)
  })

  it('keep room for password resets, whatever strangers have sent to an address', async () => {
    const sentBefore = { 'ada@example.com': ['invite', 'verify'], 'bob@example.com': ['invite', 'disabled'] } as const
    for (const [to, kinds] of Object.entries(sentBefore)) {
      for (const kind of kinds) await sendAll(times(12, () => mailOf(kind, { to })))
      expect(await sendAll(times(3, () => mailOf('reset', { to })))).to.deep.equal(['sent', 'sent', 'sent'])
    }
  })

  it('reserve two password resets a day for networks from which the user has signed in', async () => {
    const to = 'ada@example.com'
    const stranger = () => mailOf('reset', { to, asker: { network: fresh('network'), isKnown: false } })
    expect(await sendAll(times(9, stranger))).to.deep.equal(sentAnd(8, 'address'))
    expect(await send(mailOf('connected', { to }))).to.equal('address')
    const own = () => mailOf('reset', { to })
    expect(await sendAll(times(3, own))).to.deep.equal(sentAnd(2, 'address'))
  })

  it('count a mail in the share of its purpose', async () => {
    const settings = { ...SETTINGS, mailsPerDay: 20 }
    const unproved = times(7, () => mailOf('reset', { share: 'confirmation' }))
    expect(await sendAll(unproved, settings)).to.deep.equal(sentAnd(6, 'installation'))
    expect(await send(mailOf('reset'), settings)).to.equal('sent')
  })

  it('are exact when many ask at the same moment, and store no address in the clear', async () => {
    const to = 'ada@example.com'
    const results = await Promise.all(times(20, () => send(mailOf('invite', { to }))))
    expect(results.filter((result) => result === 'sent')).to.have.length(USE_LIMITS.invitation.ofAddress)
    expect(JSON.stringify(await RateLimit.find().lean())).not.to.contain(to)
  })

  it('count no mail that is not sent for an address or the installation', async () => {
    const settings = { ...SETTINGS, mailsPerDay: 1_000 }
    const failing = mailOf('invite', { page: () => Promise.reject(new Error('no quota')) })
    for (let n = 0; n < 10; n += 1) {
      expect(await send(failing, settings).catch(({ message }: Error) => message)).to.equal('no quota')
    }
    expect(await send({ ...failing, page: { page: 'account' } }, settings)).to.equal('sent')
  })

  it('divide the mails of the installation among the purposes, and allow no more than it has', () => {
    const parts = Object.values(USE_LIMITS).map(({ ofInstallation }) => ofInstallation)
    expect(parts.reduce((sum, part) => sum + part, 0)).to.be.closeTo(1, 1e-9)
  })

  it('report refused mails in metrics, by purpose and limit', async () => {
    const actorId = fresh('actor')
    const labels = { use: 'reset', limit: 'actor' }
    const sendFive = () => sendAll(times(5, () => mailOf('reset', { actorId })))
    expect(await growthOf('posthorn_platform_mails_refused_total', labels, sendFive)).to.equal(2)
  })

  it('send a once-only mail later, when there is room again', async () => {
    const once = fresh('once')
    const settings = { ...SETTINGS, mailsPerDay: 10 }
    await send(mailOf('disabled'), settings)
    expect(await sendPlatformMailWithinLimits(mailOf('disabled', { once }), settings)).to.equal(false)
    expect(await sendPlatformMail(mailOf('disabled', { once }), SETTINGS)).to.equal(true)
    expect(await sendPlatformMail(mailOf('disabled', { once }), SETTINGS)).to.equal(false)
  })

  it('apply to all mail to users, as there is no other way to send it', () => {
    const filesOf = (room: string) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => join(room, name))
    const files = ROOMS.flatMap(filesOf).filter((name) => name.endsWith('.ts'))
    const makers = files.filter((file) => {
      const text = readFileSync(file, 'utf8')
      const isForUsers =
        /\bPLATFORM_PROJECT_ID\b/.test(text) && /\b(sendEmails|draftEmail|insertMany|insertOne)\(/.test(text)
      return /^import \{[^}]*\bplatformTemplate\b/m.test(text) || isForUsers
    })
    expect(makers).to.deep.equal([join('commands', 'sending', 'platform-mail', 'send-platform-mail.ts')])
  })

  describe('an address that has rejected mail', () => {
    const HOUR_MS = 3_600_000
    const to = 'ada@example.com'
    const mark = async (kind: PlatformMailKind, fields: object) => {
      await send(mailOf(kind, { to }))
      await Email.updateOne({ to, tags: kind }, { $set: fields })
    }
    const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
    const kept = async () => {
      await RateLimit.deleteMany({})
      const results = await Promise.all(PLATFORM_MAIL_KINDS.map((kind) => send(mailOf(kind, { to }))))
      return PLATFORM_MAIL_KINDS.filter((_, index) => results[index] === 'kept back')
    }
    const unasked = PLATFORM_MAIL_KINDS.filter((kind) => kind !== 'verify' && kind !== 'reset')

    it('by a permanent bounce of requested mail gets none for a day, and unrequested mail not for a week', async () => {
      await mark('reset', { bouncedAt: ago(1) })
      expect(await kept()).to.deep.equal(PLATFORM_MAIL_KINDS)
      await Email.updateMany({ to }, { $set: { bouncedAt: ago(25) } })
      expect(await kept()).to.include.members(unasked)
      await Email.updateMany({ to }, { $set: { bouncedAt: ago(169) } })
      expect(await kept()).to.deep.equal([])
    })

    it('by a bounce of an invitation still gets requested mail', async () => {
      for (const kind of unasked) {
        await Email.deleteMany({})
        await mark(kind, { bouncedAt: ago(1) })
        expect(await kept(), kind).to.deep.equal(unasked)
      }
    })

    it('uses up no limit of the installation, and no once-only mail', async () => {
      await mark('invite', { complainedAt: ago(1) })
      await RateLimit.deleteMany({})
      const settings = { ...SETTINGS, mailsPerDay: 10 }
      const once = fresh('once')
      for (let n = 0; n < 5; n += 1)
        expect(await send(mailOf('disabled', { to, once }), settings)).to.equal('kept back')
      expect(await send(mailOf('disabled'), settings)).to.equal('sent')
      await Email.updateMany({ to }, { $set: { complainedAt: null } })
      expect(await send(mailOf('disabled', { to, once }))).to.equal('sent')
    })

    it('by a complaint about an invitation still gets password resets, but no other invitation', async () => {
      await mark('invite', { complainedAt: ago(1_000) })
      expect(await kept()).to.deep.equal(unasked)
    })

    it('by a complaint about a requested mail continues to get mail', async () => {
      await mark('reset', { complainedAt: ago(1) })
      expect(await kept()).to.deep.equal([])
    })
  })
})
