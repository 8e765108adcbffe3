import { parseArgs } from 'node:util'

/** Which upgrade is tried, under which load. */
export interface Options {
  /** The commit of the previous release. */
  from: string
  /** How long each phase serves the load. */
  seconds: number
  seed: number
  /** Requests a second. */
  rate: number
  /** Contacts that each campaign reaches. */
  recipients: number
  /** Executions of each kind that span the upgrade. */
  spanning: number
  /** Whether the data stay for a look at logs and database. */
  keep: boolean
}

/** The previous release, from which installations upgrade to this one: to be moved with each release. */
const PREVIOUS_RELEASE = '326f915'
const MAX_SEED = 1_000_000

/** Reads the command line. Throws for a wrong option. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: 'string', default: PREVIOUS_RELEASE },
      seconds: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * MAX_SEED)) },
      rate: { type: 'string', default: '6' },
      recipients: { type: 'string', default: '1500' },
      spanning: { type: 'string', default: '20' },
      keep: { type: 'boolean', default: false },
    },
  })
  const read = (name: 'seconds' | 'seed' | 'rate' | 'recipients' | 'spanning'): number => {
    const number = Number(values[name])
    if (Number.isFinite(number) && number >= 0) return number
    throw new Error(`--${name} is a number, not "${values[name]}"`)
  }
  return {
    from: values.from,
    seconds: read('seconds'),
    seed: read('seed'),
    rate: read('rate'),
    recipients: read('recipients'),
    spanning: read('spanning'),
    keep: values.keep,
  }
}
