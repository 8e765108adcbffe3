import { expect } from 'chai'
import { useStartedPrograms } from '../support/started-program.js'

describe('a process with wrong settings', () => {
  const start = useStartedPrograms()

  for (const program of ['gateway', 'worker', 'migrate']) {
    it(`ends with status 1 and a list of them, and no stack: ${program}`, async () => {
      const settings = { MONGODB_URI: 'mongodb://127.0.0.1:1/none', JWT_SECRET: 'hunter2', MAX_FIELDS: '0' }
      const { exited, said } = await start(program, settings)
      expect(await exited).to.equal(1)
      const faults = 'JWT_SECRET: must have at least 32 characters: openssl rand -base64 48'
      const limits = 'MAX_FIELDS: must be a whole number from 1 to 10000'
      expect(said()).to.equal(`Invalid configuration:\n  ${faults}\n  ${limits}\n`)
    })
  }
})
