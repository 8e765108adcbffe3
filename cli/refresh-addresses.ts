import { readFile } from 'node:fs/promises'
import { forgetList, refreshList } from '../commands/verify/refresh-list.js'
import { ADDRESS_LISTS, type AddressListKind } from '../models/address-list.js'
import { readMongodbConfig } from '../runtime/config.js'
import { argumentsOf, carryOut, CommandError, inDatabase, say } from './command.js'

// Replaces a list of domains by which addresses are verified, or goes back to the one that is shipped.
const USAGE = `Usage: posthorn refresh-addresses --kind ${ADDRESS_LISTS.join('|')} --file <path>|--url <address>|--shipped`

const FETCH_LIMIT_MS = 60_000

interface Arguments {
  kind: AddressListKind
  file?: string | undefined
  url?: string | undefined
}

await carryOut(async () => {
  const { kind, file, url } = readArguments()
  const text = file !== undefined ? await readFile(file, 'utf8') : url !== undefined ? await fetchText(url) : null
  await inDatabase(readMongodbConfig(), async () => {
    if (text === null) {
      await forgetList(kind)
      return say(`The list of ${kind} domains is the one that is shipped.`)
    }
    const count = await refreshList(kind, text)
    say(`The list of ${kind} domains has ${count} entries now; every gateway uses it within a minute.`)
  })
})

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_LIMIT_MS) })
  if (!response.ok) throw new CommandError(`${url} answered ${response.status}`)
  return response.text()
}

function readArguments(): Arguments {
  const { values } = argumentsOf(USAGE, {
    kind: { type: 'string' },
    file: { type: 'string' },
    url: { type: 'string' },
    shipped: { type: 'boolean', default: false },
  })
  const kind = ADDRESS_LISTS.find((one) => one === values.kind)
  const { file, url, shipped } = values
  const sources = [file !== undefined, url !== undefined, shipped].filter(Boolean).length
  if (!kind || sources !== 1) throw new CommandError(USAGE)
  return { kind, file, url }
}
