import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { loadSecrets } from '../../embedded/secrets.js'
import { useFolders } from './folders.js'

describe("the data folder's secrets", () => {
  const makeFolder = useFolders()

  it('are made once, for the owner only, and are the same at the next start', () => {
    const folder = makeFolder()
    const secrets = loadSecrets(folder)
    expect(secrets.encryptionKey).to.match(/^[0-9a-f]{64}$/)
    expect(secrets.jwtSecret).to.have.length.above(32)
    expect(loadSecrets(folder)).to.deep.equal(secrets)
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).to.equal(0o600)
    expect(loadSecrets(makeFolder()).jwtSecret).not.to.equal(secrets.jwtSecret)
  })
})
