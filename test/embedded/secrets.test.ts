import { readFileSync, statSync, writeFileSync } from 'node:fs'
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

  it('of a folder from before there were sessions gain a secret for them, and keep the rest', () => {
    const folder = makeFolder()
    const file = join(folder, 'secrets.json')
    const before = { encryptionKey: 'f'.repeat(64), user: { id: 'u', email: 'a@b.test', password: 'p' } }
    writeFileSync(file, JSON.stringify(before))
    const { jwtSecret, ...rest } = loadSecrets(folder)
    expect(rest).to.deep.equal(before)
    expect(JSON.parse(readFileSync(file, 'utf8'))).to.deep.equal({ ...before, jwtSecret })
    expect(loadSecrets(folder).jwtSecret).to.equal(jwtSecret)
  })
})
