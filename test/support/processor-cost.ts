import { expect } from 'chai'

// The reference work takes so long on a processor of a server of today that does nothing else.
const REFERENCE_SECONDS = 0.05
const WORDS = Array.from({ length: 2_000 }, (_, n) => `word-${n % 97} {{ name }} <b>${n}</b>`)

/** Searches, splits, joins and parses text, as the readers of foreign text do. */
function referenceWork(): number {
  let length = 0
  for (let round = 0; round < 20; round += 1) {
    const text = WORDS.join(' ').replace(/\{\{ ?(\w+) ?\}\}/g, (_, name: string) => name.toUpperCase())
    const parts = JSON.parse(JSON.stringify(text.split(/[<>]/))) as string[]
    length += parts.map((part) => part.trim().toLowerCase()).join('').length
  }
  return length
}

/** The processor time of this process while `work` runs, in seconds. */
export async function processorSeconds(work: () => unknown): Promise<number> {
  const begin = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / 1_000_000
}

// No processor is so many times as fast as a usual one.
const MOST_SPEED = 8

// The collection of garbage that others left may fall into one call.
const MOST_CALLS = 3

/**
 * Fails where `work` takes more than `seconds` of a processor of usual speed, each time that it is called. The speed of
 * this one is measured next to the work, because a machine that is shared may take four times as long for the same,
 * unless the work takes so little that it cannot matter.
 */
export async function expectProcessorCost(work: () => unknown, seconds: number): Promise<void> {
  let least = Infinity
  for (let call = 1; call <= MOST_CALLS && least >= seconds; call += 1) {
    const spent = await processorSeconds(work)
    if (spent * MOST_SPEED < seconds) return
    await processorSeconds(referenceWork)
    const reference = Math.max(await processorSeconds(referenceWork), await processorSeconds(referenceWork))
    least = Math.min(least, (spent / reference) * REFERENCE_SECONDS)
  }
  expect(least, 'seconds of a usual processor').to.be.below(seconds)
}
