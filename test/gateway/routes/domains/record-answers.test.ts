import { expect } from 'chai'
import { SenderDomain } from '../../../support/models.js'
import type { ClientResponse } from '../../../support/http-client.js'
import { useProject } from '../../../support/project.js'
import { ownershipOf, useSesDomains, type ShownRecord } from './ses-domains.js'

interface ShownAnswer {
  kind: string
  values: string[]
  count: number
  error: string | null
  checkedAt: string
}

type AnsweredRecord = ShownRecord & { answer: ShownAnswer | null }

describe('the records of a sender domain that are not found', () => {
  const ses = useSesDomains()
  const { client, project } = useProject(ses.gateway)
  beforeEach(() => ses.dns().setMood('answers'))
  const add = (domain: string) => client.post('/domains', { domain })
  const verify = ({ body }: ClientResponse) => client.get(`/domains/${body.id}/verify`)
  const recordsIn = ({ body }: ClientResponse) => body.records as AnsweredRecord[]
  const recordOf = (response: ClientResponse, purpose: string, index = 0) => {
    const record = recordsIn(response).filter((one) => one.purpose === purpose)[index]
    return record ?? expect.fail(`There is no record for ${purpose}`)
  }
  const answerOf = (response: ClientResponse, purpose: string, index = 0) => {
    const { checkedAt: _, ...answer } = recordOf(response, purpose, index).answer ?? expect.fail('It has no answer')
    return answer
  }

  it('show what DNS has instead, at which time, and in which zone', async () => {
    const dns = ses.dns()
    const added = await add('shop.one.org')
    for (const { answer } of recordsIn(added)) expect(answer).to.equal(null)
    expect(added.body.zone).to.equal(null)
    dns.set('one.org', 'NS', 'Bob.ns.cloudflare.com', 'ada.ns.cloudflare.com')
    dns.setText(ownershipOf(added).name, 'posthorn-verify=of-another-project')
    dns.set(recordOf(added, 'DKIM', 0).name, 'A', '192.0.2.1')
    dns.set(recordOf(added, 'DKIM', 1).name, 'CNAME', 'old.dkim.example.net')
    const { name: mailFrom } = recordOf(added, 'SPF')
    dns.set(mailFrom, 'TXT', ...['a', 'b', 'c', 'd'].map((text) => [text]))
    dns.set('_dmarc.shop.one.org.one.org', 'TXT', ['v=DMARC1; p=none;'])

    const begun = Date.now()
    const checked = await verify(added)
    const answers: [purpose: string, index: number, kind: string, values: string[], count?: number][] = [
      ['OWNERSHIP', 0, 'OTHER_VALUES', ['posthorn-verify=of-another-project']],
      ['DKIM', 0, 'ADDRESSES', ['192.0.2.1']],
      ['DKIM', 1, 'OTHER_VALUES', ['old.dkim.example.net']],
      ['DKIM', 2, 'NO_SUCH_NAME', []],
      ['MAIL_FROM', 0, 'NO_RECORDS', []],
      ['SPF', 0, 'OTHER_VALUES', ['a', 'b', 'c'], 4],
      ['DMARC', 0, 'OTHER_NAME', ['_dmarc.shop.one.org.one.org']],
    ]
    for (const [purpose, index, kind, values, count = values.length] of answers)
      expect(answerOf(checked, purpose, index)).to.deep.equal({ kind, values, count, error: null })
    expect(checked.body.zone).to.deep.equal({
      name: 'one.org',
      nameServers: ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
    })
    for (const { answer } of recordsIn(checked)) expect(Date.parse(answer?.checkedAt ?? '')).to.be.at.least(begun)
    // Members, who may not check, read the same in the list.
    expect((await client.get(`/domains/project/${project.id}`)).body).to.deep.equal([checked.body])
  })

  it('show nothing once they are found, and the zone is not looked up any more', async () => {
    const dns = ses.dns()
    const added = await add('two.org')
    const begun = new Date()
    await ses.round(new Date(begun.getTime() + 5 * 60_000))
    const missed = (await client.get(`/domains/project/${project.id}`)).body as { records: AnsweredRecord[] }[]
    expect(missed[0]?.records.map(({ answer }) => answer?.kind)).to.deep.equal(Array(7).fill('NO_SUCH_NAME'))

    for (const { type, name, value, priority } of recordsIn(added)) {
      if (type === 'TXT') dns.setText(name, value)
      else dns.set(name, type, type === 'MX' ? { exchange: value, preference: priority } : value)
    }
    const asked = dns.asked.length
    const found = recordsIn(await verify(added))
    expect(found).to.have.lengthOf(7)
    for (const record of found) expect(record).to.include({ verified: true, answer: null })
    expect(dns.asked.slice(asked).filter((question) => question.startsWith('NS '))).to.deep.equal([])
  })

  it('show that DNS gave no answer, and the check changes nothing else', async () => {
    const added = await add('three.org')
    ses.dns().setMood('fails')
    const { body } = await verify(added)
    const records = (body.records as AnsweredRecord[]).map((record) => ({ ...record, answer: null }))
    expect({ ...body, records }).to.deep.equal(added.body)
    for (const { answer } of body.records as AnsweredRecord[])
      expect(answer).to.include({ kind: 'NO_ANSWER', error: 'ESERVFAIL', count: 0 })
  })

  it('keep foreign texts short and printable', async () => {
    const added = await add('four.org')
    const parts = ['a\u0000\u001b[31m', ...Array(5).fill('x'.repeat(100))]
    ses.dns().set(ownershipOf(added).name, 'TXT', parts)
    const { values } = answerOf(await verify(added), 'OWNERSHIP')
    expect(values[0]).to.match(/^a\uFFFD\uFFFD\[31mx+…$/u)
    expect(Array.from(values[0] ?? '')).to.have.lengthOf(450)
    const { answers } = await SenderDomain.findById(added.body.id).orFail().lean()
    expect(JSON.stringify(answers).length).to.be.at.most(4_000)
  })
})
