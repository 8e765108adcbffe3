import { expect } from 'chai'
import { classifyBounce } from '../../../models/domain/bounce-class.js'

const CLASSES: Record<string, string> = {
  '5.1.1': 'Permanent/General',
  '5.1.2': 'Permanent/General',
  '5.1.3': 'Permanent/General',
  '5.1.6': 'Permanent/General',
  '5.1.10': 'Permanent/General',
  '5.2.1': 'Permanent/General',
  '5.4.4': 'Permanent/General',
  '5.4.310': 'Permanent/General',
  '5.7.17': 'Permanent/General',
  '5.7.18': 'Permanent/General',
  '5.2.2': 'Transient/MailboxFull',
  '4.2.2': 'Transient/MailboxFull',
  '5.2.3': 'Transient/MessageTooLarge',
  '5.3.4': 'Transient/MessageTooLarge',
  '4.3.4': 'Transient/MessageTooLarge',
  '5.6.1': 'Transient/ContentRejected',
  '5.7.1': 'Transient/ContentRejected',
  '5.7.26': 'Transient/ContentRejected',
  '5.1.7': 'Transient/General',
  '5.1.8': 'Transient/General',
  '5.2.4': 'Transient/General',
  '5.3.0': 'Transient/General',
  '5.4.6': 'Transient/General',
  '5.4.7': 'Transient/General',
  '4.4.7': 'Transient/General',
  '4.1.1': 'Transient/General',
  '4.7.1': 'Transient/General',
  '4.0.0': 'Transient/General',
  '5.0.0': 'Undetermined/Undetermined',
  '5.1.0': 'Undetermined/Undetermined',
  '5.1.4': 'Undetermined/Undetermined',
  '5.4.1': 'Undetermined/Undetermined',
  '5.5.0': 'Undetermined/Undetermined',
  '5.9.9': 'Undetermined/Undetermined',
  '2.0.0': 'Undetermined/Undetermined',
  '': 'Undetermined/Undetermined',
  'constructor.1.1': 'Undetermined/Undetermined',
  '5.constructor.1': 'Undetermined/Undetermined',
}

describe('classifyBounce', () => {
  for (const [status, expected] of Object.entries(CLASSES)) {
    it(`reads a failure with ${status || 'no status'} as ${expected}`, () => {
      const found = classifyBounce({ action: 'failed', status })
      expect(`${found?.bounceType}/${found?.bounceSubType}`).to.equal(expected)
    })
  }

  for (const action of ['delayed', 'delivered', 'relayed', 'expanded']) {
    it(`takes a recipient to whom the message was ${action} for no bounce`, () => {
      expect(classifyBounce({ action, status: '5.1.1' })).to.equal(null)
    })
  }
})
