import { expect } from 'chai'
import { composeBothWays, expectFilledIn, type BothWays, type MessagesCase } from './both-ways.js'

const BODY =
  '<p>Hi {{ firstName }}, it begins on {{ starts | date: "%d.%m. %H:%M" }}{% if late %} ({{ starts | date_to_string }}){% endif %}.</p>'
const RECIPIENTS = [
  { firstName: 'Ann', starts: '2026-03-28T23:30:00Z' },
  { firstName: 'Bob', starts: '2026-03-29T23:30:00Z', late: true },
  { firstName: 'Cid', starts: '2026-03-29T23:30:00' },
  { firstName: 'Dan', starts: '2026-07-01' },
]

describe('the dates of messages', () => {
  const ZONES = {
    'Europe/Berlin': ['29.03. 00:30.', '30.03. 01:30 (30 Mar 2026).', '29.03. 23:30.', '01.07. 00:00.'],
    'America/New_York': ['28.03. 19:30.', '29.03. 19:30 (29 Mar 2026).', '29.03. 23:30.', '01.07. 00:00.'],
    UTC: ['28.03. 23:30.', '29.03. 23:30 (29 Mar 2026).', '29.03. 23:30.', '01.07. 00:00.'],
  }
  for (const [timezone, printed] of Object.entries(ZONES)) {
    it(`are of ${timezone} where that is the project's zone, filled in or not`, async () => {
      const content = { subject: '{{ starts | date: "%d.%m. %H:%M" }}', body: BODY }
      let messages: BothWays[] = []
      const compose = async (each: MessagesCase): Promise<boolean[]> => {
        messages = await composeBothWays(each)
        return messages.map(({ isFilledIn }) => isFilledIn)
      }
      const all = RECIPIENTS.map(() => true)
      await expectFilledIn({ content, project: { timezone }, recipients: RECIPIENTS }, all, compose)
      for (const [index, { found, expected }] of messages.entries()) {
        expect(found).to.deep.equal(expected)
        expect(JSON.stringify(found)).to.include(`it begins on ${printed[index]}`)
        expect(found).to.have.property('subject', /^\S+ \d\d:\d\d/.exec(printed[index] ?? '')?.[0])
      }
    })
  }
})
