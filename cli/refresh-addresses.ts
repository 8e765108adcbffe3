import { readFile } from 'node:fs/promises'
import { forgetList, refreshList } from '../commands/sending/verify/refresh-list.js'
import { ADDRESS_LISTS } from '../models/address-list.js'
import { readMongodbConfig } from '../runtime/config.js'
import { CommandError, defineCommand, UsageError } from './command.js'
import { inDatabase } from './in-database.js'

const FETCH_LIMIT_MS = 60_000

interface Source {
  file?: string | undefined
  url?: string | undefined
  shipped: boolean
}

export const refreshAddressesCommand = defineCommand({
  usage: `--kind ${ADDRESS_LISTS.join('|')} --file <path>|--url <address>|--shipped`,
  about: `Replaces a domain list for address verification with a file or URL that has one domain per line, or with the
list that is shipped.`,
  options: {
    kind: { type: 'string' },
    file: { type: 'string' },
    url: { type: 'string' },
    shipped: { type: 'boolean', default: false },
  },
  async run({ values }) {
    const kind = ADDRESS_LISTS.find((one) => one === values.kind)
    if (!kind) throw new UsageError(`--kind must be one of ${ADDRESS_LISTS.join(', ')}.`)
    const text = await read(values)
    return inDatabase(readMongodbConfig(), async () => {
      if (text === null) {
        await forgetList(kind)
        return { lines: [`The ${kind} domain list was reset to the shipped list.`], json: { kind, entries: null } }
      }
      const entries = await refreshList(kind, text)
      const line = `The ${kind} domain list now has ${entries} entries. Every gateway uses it within a minute.`
      return { lines: [line], json: { kind, entries } }
    })
  },
})

/** The text of the list, or null for the one that is shipped. */
async function read({ file, url, shipped }: Source): Promise<string | null> {
  const sources = [file !== undefined, url !== undefined, shipped].filter(Boolean).length
  if (sources !== 1) throw new UsageError('Use one of --file, --url and --shipped.')
  if (file !== undefined) return readFile(file, 'utf8')
  return url === undefined ? null : fetchText(url)
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_LIMIT_MS) })
  if (!response.ok) throw new CommandError(`${url} returned ${response.status}`)
  return response.text()
}
