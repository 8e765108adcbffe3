const MAX_BLOCK_BYTES = 1 << 20

/** The header fields of a message in their order, unfolded but not decoded. */
export function parseHeaderBlock(raw: Buffer): [name: string, value: string][] {
  const block = raw.toString('utf8', 0, endOfBlock(raw))
  const fields: [string, string][] = []
  for (const line of block.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) fields.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()])
  }
  return fields
}

/** The first field of that name, in any case; an empty string when there is none. */
export function headerValue(headers: [string, string][], name: string): string {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? ''
}

function endOfBlock(raw: Buffer): number {
  const ends = [raw.indexOf('\r\n\r\n'), raw.indexOf('\n\n'), MAX_BLOCK_BYTES].filter((end) => end !== -1)
  return Math.min(raw.length, ...ends)
}
