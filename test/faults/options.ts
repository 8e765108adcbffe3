import { parseArgs } from 'node:util'
import { canMountDisks } from './disks.js'

/** How long, how hard and with which faults the cluster is tried. */
export interface Options {
  minutes: number
  seed: number
  /** Requests a second. */
  rate: number
  /** Contacts that each campaign reaches. */
  recipients: number
  /** Whether a spool may have a disk of its own, which can be filled. */
  canMount: boolean
  /** Whether the data stay for a look at logs and database. */
  keep: boolean
}

const MAX_SEED = 1_000_000

/** Reads the command line. Throws for a wrong option. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '30' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * MAX_SEED)) },
      rate: { type: 'string', default: '8' },
      recipients: { type: 'string', default: '2500' },
      keep: { type: 'boolean', default: false },
    },
  })
  const read = (name: 'minutes' | 'seed' | 'rate' | 'recipients'): number => {
    const number = Number(values[name])
    if (Number.isFinite(number) && number >= 0) return number
    throw new Error(`--${name} is a number, not "${values[name]}"`)
  }
  return {
    minutes: read('minutes'),
    seed: read('seed'),
    rate: read('rate'),
    recipients: read('recipients'),
    canMount: canMountDisks(),
    keep: values.keep,
  }
}
