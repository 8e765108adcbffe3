import { expect } from 'chai'
import { refusedLines } from './refused-lines.js'

/** Modules with the lines that the rule refuses. */
const MODULES: Record<string, { text: string; refused: number[] }> = {
  'a find by a filter': { text: 'Contact.find(filter).lean()', refused: [1] },
  'a count, a pipeline and the existence': {
    text: 'Event.countDocuments(f)\nEmail.aggregate([{ $match: f }])\nContact.exists({ projectId })',
    refused: [1, 2, 3],
  },
  'a query of the collection': { text: 'Email.collection.find(filter)', refused: [1] },
  'a part of an address': { text: 'Contact.find({ email: addressContaining(a) })', refused: [1] },
  'a query beside a scan': { text: 'scan(id, () => 1, Contact.find(f).then(() => 1))\nContact.find(f)', refused: [2] },
  'a scan': { text: 'await scan(id, (limits) => Contact.find(filter, null, limits).lean())', refused: [] },
  'a scan by a condition': { text: 'scanIf(isLarge, id, (limits) => Event.find(filter, limits))', refused: [] },
  'named documents': {
    text: 'Contact.find({ _id: { $in: ids }, projectId })\nEmail.aggregate([{ $match: { _id: id } }])',
    refused: [],
  },
  'a whole address': { text: 'Contact.findOne({ projectId, email: spelledAs(a) })', refused: [] },
  'a query that says why it is none': { text: '// indexed: the newest.\nEvent.findOne(filter)', refused: [] },
  'another model': { text: 'Template.find(filter)', refused: [] },
  'a write': { text: 'Contact.updateMany(filter, change)', refused: [] },
}

describe('the lint rule on queries over all documents of a project', () => {
  let found: Map<string, number[]>

  before(async function () {
    this.timeout(120_000)
    const texts = Object.entries(MODULES).map(([name, { text }]) => [name, `${text}\n`])
    found = await refusedLines('scans', Object.fromEntries(texts))
  })

  for (const [name, { refused }] of Object.entries(MODULES)) {
    it(`${refused.length > 0 ? 'refuses' : 'allows'} ${name}`, () => expect(found.get(name)).to.deep.equal(refused))
  }
})
