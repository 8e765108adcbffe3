/**
 * What DNS has in the place of a record. `OTHER_VALUES`: records of the type with other values. `ADDRESSES`: the
 * addresses of a host in the place of an alias, as a proxy shows them. `OTHER_NAME`: the record stands at a name that
 * ends with the name of the zone twice. `NO_ANSWER`: DNS gave no answer, which proves nothing.
 */
export const RECORD_ANSWER_KINDS = [
  'OTHER_VALUES',
  'ADDRESSES',
  'OTHER_NAME',
  'NO_RECORDS',
  'NO_SUCH_NAME',
  'NO_ANSWER',
] as const

/** The answer of DNS to the search for a record that was not found. */
export interface RecordAnswer {
  kind: (typeof RECORD_ANSWER_KINDS)[number]
  /** The values, the addresses or the name; the first of them, and long ones cut. Anyone may have written them. */
  values: string[]
  /** How many there are. */
  count: number
  /** The error of the resolver, such as `ETIMEOUT`. */
  error: string | null
}

const MAX_VALUES = 3
const MAX_NAME_SERVERS = 8
// The record of a key of 2048 bits has 410 characters: a wrong key is shown whole.
const MAX_LENGTH = 450

/** An answer with its values made short and printable. */
export function recordAnswer(kind: RecordAnswer['kind'], values: readonly string[] = []): RecordAnswer {
  return { kind, values: values.slice(0, MAX_VALUES).map(printable), count: values.length, error: null }
}

/** The answer of a resolver that failed. */
export function noAnswer(error: string): RecordAnswer {
  return { ...recordAnswer('NO_ANSWER'), error: printable(error) }
}

/** The names of the name servers of a zone, made short and printable. */
export function nameServersOf(names: readonly string[]): string[] {
  return names
    .map((name) => printable(name.toLowerCase().replace(/\.$/, '')))
    .toSorted()
    .slice(0, MAX_NAME_SERVERS)
}

// Control characters and marks of direction could make a text look like another one.
function printable(text: string): string {
  const start = Array.from(text.slice(0, 2 * MAX_LENGTH + 2))
  const cut = start.length > MAX_LENGTH ? `${start.slice(0, MAX_LENGTH - 1).join('')}…` : start.join('')
  return cut.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '\uFFFD')
}
