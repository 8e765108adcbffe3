import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { ROOT } from '../docs/documents.js'

describe('the indexes that are made and looked for', () => {
  it('are those of every collection', () => {
    const read = (file: string): string => readFileSync(`${ROOT}models/${file}`, 'utf8')
    const collections = readdirSync(`${ROOT}models`).filter(
      (file) => file.endsWith('.ts') && /^export const \w+ = (?:model|ownedModel)[(<]/m.test(read(file)),
    )
    const known = [...read('indexes.ts').matchAll(/^import '\.\/(.+)\.js'$/gm)].map(([, name]) => `${name}.ts`)
    expect(known.length).to.be.above(40)
    expect(collections.filter((file) => !known.includes(file))).to.deep.equal([])
  })
})
