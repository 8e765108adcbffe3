import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { processorSeconds } from '../support/processor-cost.js'
import { OTHER_READERS } from './foreign-readers-elsewhere.js'
import { MAIL_READERS, OTHERS, type Reader } from './foreign-readers.js'

const READERS = { ...MAIL_READERS, ...OTHER_READERS }
// So short a text tells linear time from quadratic, and thousands of them are read here.
const MOST = 6 * 1_024

/** One of each class of character, and short sequences that mean something to a reader. */
const UNITS = [
  Array.from(' \t\n\0"\'\\()[{<>aZ0-.@%=;:/&?!#*+,_|$~^`é\u00a0\u0301\u202e😀'),
  ['\r\n', '\r\n ', '{{', '}}', '{% ', '</', '<a ', '--', '--q\r\n', '%20', '=\n', '=?utf-8?q?', '&#'],
  ['a ', 'a.', 'a-', 'a@', 'a,', 'a=', '"a"', '(a)', '<a>', '<b>', ' "', ' (', ';a=', '; ', ' ;'],
].flat()

// Most linear work on the longest texts here ends within it.
const FLOOR_MS = 3.75
// Eight times the text takes eight times the time where the work is linear, and 64 times where it is quadratic.
const TIMES = 8
const MOST_GROWTH = 24
// The collection of garbage and the compilation of code go on for a hundred milliseconds in a large process.
const MOST_RUNS = 60
// Work that grows with the square of a text takes a sixteenth of its time on a quarter of the text.
const QUARTER_FLOOR_MS = FLOOR_MS / 16

// A run at the end may be cut off, or match what asks for the end.
const ENDS = ['', 'b']

const filled = (start: string, unit: string, most: number, end: string): string =>
  start + unit.repeat(Math.max(1, Math.floor((most - start.length - end.length) / unit.length))) + end

/** Whether a reader takes more than in proportion for a longer text, and time that counts. */
async function isSlow(read: Reader['read'], start: string, unit: string, end: string): Promise<boolean> {
  const textOf = (most: number): string => filled(start, unit, most, end)
  const quarter = textOf(MOST / 4)
  const begin = performance.now()
  await read(quarter)
  // Work takes no more time of the processor than passes, and most readers end here.
  if (performance.now() - begin < QUARTER_FLOOR_MS) return false
  const timeOf = async (text: string): Promise<number> => 1_000 * (await processorSeconds(() => read(text)))
  const [long, short] = [textOf(MOST), textOf(MOST / TIMES)]
  // Other work of the machine and of the process only ever lengthens a call: the least of some is nearest to the truth.
  let [ofLong, ofShort] = [Infinity, Infinity]
  for (let run = 1; run <= MOST_RUNS; run += 1) {
    ofLong = Math.min(ofLong, await timeOf(long))
    if (ofLong < FLOOR_MS) return false
    ofShort = Math.min(ofShort, await timeOf(short))
    if (run > 1 && ofLong < MOST_GROWTH * ofShort) return false
  }
  return true
}

describe('a reader of foreign text', () => {
  for (const [name, reader] of Object.entries(READERS)) {
    it(`takes time in proportion to the text: ${name}`, async function () {
      this.timeout(300_000)
      const slow: string[] = []
      for (const start of reader.after ?? ['']) {
        for (const unit of UNITS) {
          for (const end of ENDS) {
            if (await isSlow(reader.read, start, unit, end)) slow.push(JSON.stringify([start, unit, end]))
          }
        }
      }
      expect(slow).to.deep.equal([])
    })
  }

  it('is in the table above where it is exported by a room of readers', async () => {
    const root = new URL('../../', import.meta.url)
    const known = new Set([...Object.keys(READERS).map((name) => name.split(',')[0]), ...Object.values(OTHERS).flat()])
    const missing: string[] = []
    for (const room of ['mail/inbound/', 'mail/links/']) {
      const files = readdirSync(new URL(room, root)).filter((file) => file.endsWith('.ts'))
      for (const file of files) {
        const module = (await import(new URL(room + file, root).href)) as Record<string, unknown>
        const functions = Object.keys(module).filter((name) => typeof module[name] === 'function')
        missing.push(...functions.filter((name) => !known.has(name)).map((name) => `${room}${file}: ${name}`))
      }
    }
    expect(missing).to.deep.equal([])
  })
})
