import { expect } from 'chai'
import { isComplaint } from '../../../models/domain/complaint-type.js'

describe('isComplaint', () => {
  for (const type of ['abuse', 'fraud', 'virus', 'other']) {
    it(`takes ${type} for a complaint`, () => expect(isComplaint(type)).to.equal(true))
  }

  for (const type of ['auth-failure', 'not-spam', 'opt-out', 'dmarc', '']) {
    it(`takes ${type || 'no type'} for none`, () => expect(isComplaint(type)).to.equal(false))
  }
})
