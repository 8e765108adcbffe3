import { expect } from 'chai'
import { BOUNCE_RULES } from '../../../../models/domain/bounces/bounce-rules.js'
import { classifyBounce, ruleOf } from '../../../../models/domain/bounce-class.js'

describe('BOUNCE_RULES', () => {
  for (const { example, verdict, isAboutSender } of BOUNCE_RULES) {
    const [status, diagnostic, command] = example
    it(`class ${status} with "${diagnostic?.slice(0, 60)}"${command ? ` to ${command}` : ''} as ${verdict}`, () => {
      const found = classifyBounce({ action: 'failed', status, diagnostic, command, isAboutSender })
      expect(`${found?.bounceType}/${found?.bounceSubType}`).to.equal(verdict)
    })
  }

  it('has an example for each row that no row before it takes', () => {
    for (const [index, { example, isAboutSender }] of BOUNCE_RULES.entries()) {
      const [status, diagnostic, command] = example
      const failure = { action: 'failed', status, diagnostic, command, isAboutSender }
      expect(ruleOf(failure), example.join(' | ')).to.equal(index)
    }
  })
})
