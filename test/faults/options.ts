import { parseArgs } from 'node:util'

/** How long, how hard and with which faults the cluster is tried. */
export interface Options {
  minutes: number
  seed: number
  /** Requests a second. */
  rate: number
  /** Contacts that each campaign reaches. */
  recipients: number
  /** Whether the data stay for a look at logs and database. */
  keep: boolean
  /** Whether the data are tampered with at the end, to see that the audit names it. */
  prove: boolean
}

const MAX_SEED = 1_000_000
const LONG = { minutes: 30, seed: Math.floor(Math.random() * MAX_SEED), rate: 8, recipients: 2_500 }
const SHORT = { ...LONG, minutes: 1, recipients: 200 }

/** Reads the command line. Throws for a wrong option. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string' },
      seed: { type: 'string' },
      rate: { type: 'string' },
      recipients: { type: 'string' },
      keep: { type: 'boolean', default: false },
      prove: { type: 'boolean', default: false },
    },
  })
  const byDefault = values.prove ? SHORT : LONG
  const read = (name: 'minutes' | 'seed' | 'rate' | 'recipients'): number => {
    const value = values[name] ?? byDefault[name]
    const number = Number(value)
    if (Number.isFinite(number) && number >= 0) return number
    throw new Error(`--${name} is a number, not "${value}"`)
  }
  return {
    minutes: read('minutes'),
    seed: read('seed'),
    rate: read('rate'),
    recipients: read('recipients'),
    keep: values.keep,
    prove: values.prove,
  }
}
